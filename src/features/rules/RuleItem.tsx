import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { serverNow } from '../../../contract/lib/clock.ts'
import type { WatchRule } from '../../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { countText } from '../../ui/plural.ts'
import { AskDialog } from '../cabinet/AskDialog.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { everyRule } from './rule-queries.ts'
import { editRulePath } from './rule-routes.ts'
import { EVENTS, type RuleNames } from './rule-words.ts'

/** Period for which the server counts the events of a rule. */
const COUNTED_DAYS_MS = 30 * 24 * 60 * 60_000

interface RuleItemProps {
  rule: WatchRule
  names: RuleNames
  /** called with a message after the rule was removed */
  onRemoved(words: string): void
}

/** Rule in the list: its sentence, its switch, and what came of it. */
export function RuleItem({ rule, names, onRemoved }: RuleItemProps) {
  const { id, settings, enabled, editable, notifies_me: notifiesMe, muted_until: mutedUntil, problem } = rule
  const queries = useQueryClient()
  const navigate = useNavigate()
  const heading = useId()
  const [removing, setRemoving] = useState(false)
  const { busy, problem: refusal, run, dismiss } = useAction()
  const change = (act: () => Promise<unknown>) =>
    void run(async () => {
      await act()
      await queries.invalidateQueries(everyRule)
    })
  const actions = [
    ...(editable ? [{ label: 'Изменить', act: () => void navigate(editRulePath(id)) }] : []),
    ...(notifiesMe && mutedUntil === null
      ? [
          {
            label: 'Заглушить на неделю',
            act: () => change(() => call(RULE_CALLS.mute, { id, muted: true })),
          },
        ]
      : []),
    ...(editable ? [{ label: 'Удалить', act: () => setRemoving(true) }] : []),
  ]
  return (
    <li
      className="rule grid grid-cols-auto-end items-center"
      aria-labelledby={heading}
      data-off={!enabled || undefined}
    >
      <p className="text-14 font-semibold wrap-anywhere" id={heading}>
        <Link to={editRulePath(id)} className="link">
          {settings.name}
        </Link>
      </p>
      <RuleSentence settings={settings} names={names} heading={settings.name} />
      <p className="text-13 text-muted tabular-nums">
        <RuleFacts rule={rule} me={names.me} />
      </p>
      {problem !== '' && <p className="text-13 text-danger">{problem}</p>}
      {notifiesMe && mutedUntil !== null && (
        <p className="flex flex-wrap items-center text-13 text-muted tabular-nums">
          Заглушено для вас до {formatMoment(mutedUntil)}{' '}
          <Button
            variant="quiet"
            blocked={busy}
            onClick={() => change(() => call(RULE_CALLS.mute, { id, muted: false }))}
          >
            Снова уведомлять
          </Button>
        </p>
      )}
      {refusal !== null && <Alert onDismiss={dismiss}>{refusal}</Alert>}
      <div className="rule-controls">
        {editable ? (
          <button
            type="button"
            role="switch"
            className="switch"
            aria-checked={enabled}
            aria-label={`Правило «${settings.name}» работает`}
            title={enabled ? 'Работает' : 'Выключено'}
            aria-disabled={busy || undefined}
            onClick={() => change(() => call(RULE_CALLS.enable, { id, enabled: !enabled }))}
          />
        ) : (
          !enabled && <span className="state-chip">Выключено</span>
        )}
        {actions.length > 0 && (
          <ActionMenu
            label={`Действия: ${settings.name}`}
            icon={<CabinetIcon name="more" />}
            actions={actions}
            onChoose={({ act }) => act()}
          />
        )}
      </div>
      {removing && (
        <AskDialog
          title={`Удалить правило «${settings.name}»?`}
          agree="Удалить"
          act={() => call(RULE_CALLS.remove, { id })}
          onDone={() => {
            onRemoved(`Правило «${settings.name}» удалено.`)
            void queries.invalidateQueries(everyRule)
          }}
          onClose={() => setRemoving(false)}
        >
          <p>Оно больше не сработает. Уведомления, которые уже пришли, останутся.</p>
        </AskDialog>
      )}
    </li>
  )
}

function RuleFacts({ rule, me }: { rule: WatchRule; me: string }) {
  const { enabled, events, last_fired: lastFired, owner, notifies_me: notifiesMe, settings } = rule
  const created = Date.parse(rule.created_at)
  const isUntried = events === 0 && lastFired === null && serverNow() - created < COUNTED_DAYS_MS
  const since =
    new Date(created).toDateString() === new Date().toDateString() ? 'сегодня' : formatMoment(created)
  const countedText = events === 0 ? 'не сработало' : countText(events, EVENTS)
  const facts = [
    ...(enabled ? [] : ['выключено']),
    isUntried ? `создано ${since}, ещё не сработало` : `за 30 дней ${countedText}`,
    ...(lastFired === null ? [] : [`последний раз ${formatMoment(lastFired)}`]),
    ...(settings.scope === 'team' && owner !== me
      ? [owner === '' ? 'автора уже нет' : `автор ${owner}`]
      : []),
    ...(notifiesMe ? [] : ['вам не приходит']),
  ]
  return <>{facts.join(' · ')}</>
}
