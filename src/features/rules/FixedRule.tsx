import { useQueryClient } from '@tanstack/react-query'
import type { FixedRuleMessages, RulesAnswer } from '../../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { NOTIFICATIONS_KEY } from '../../data/notification-key.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { everyRule } from './rule-queries.ts'
import { fixedRuleText } from './rule-words.ts'

/** Rule that everybody has: the percent and the vehicle type of the documents (specification 25.7). */
export function FixedRule({ fixed }: { fixed: RulesAnswer['fixed'] }) {
  const { sends, muted_until: mutedUntil } = fixed
  const muteWords = mutedUntil === null ? 'Заглушить на неделю' : 'Снова уведомлять'
  const queries = useQueryClient()
  const { busy, problem, run, dismiss } = useAction({ latest: true })
  const change = (messages: FixedRuleMessages['messages']) =>
    void run(async () => {
      await call(RULE_CALLS.setFixed, { messages })
      await queries.invalidateQueries(everyRule)
      // The list offers the mute, too.
      void queries.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
    })
  return (
    <li className="rule" aria-labelledby="fixed-rule">
      <p className="rule-name text-14 font-semibold wrap-anywhere" id="fixed-rule">
        Изменение цен
      </p>
      <p className="rule-sentence">{fixedRuleText(fixed)}</p>
      <p className="text-13 text-muted tabular-nums">
        Есть у каждого. Порог и тип шин администратор задаёт в «Настройках», когда создаёт пользователя.
      </p>
      <div className="rule-sending">
        <span aria-hidden>Присылать</span>
        <Choice
          label="Присылать изменения цен"
          options={[
            { value: 'once', name: 'сразу' },
            { value: 'off', name: 'не присылать' },
          ]}
          value={sends ? 'once' : 'off'}
          onChange={change}
        />
        {!sends && <span>В списке уведомлений они остаются.</span>}
        {mutedUntil !== null && <span>Заглушено для вас до {formatMoment(mutedUntil)}</span>}
        {sends && (
          <Button
            variant="quiet"
            blocked={busy}
            aria-label={`${muteWords}: Изменение цен`}
            onClick={() => change(mutedUntil === null ? 'muted' : 'once')}
          >
            {muteWords}
          </Button>
        )}
      </div>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
    </li>
  )
}
