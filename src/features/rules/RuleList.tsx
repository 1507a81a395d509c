import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { FixedRuleMessages, RulesAnswer, WatchRule } from '../../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { NOTIFICATIONS_KEY } from '../../data/notification-key.ts'
import { call } from '../../data/send-call.ts'
import { storedUsername } from '../../data/stored-session.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { DoneAlert } from '../../ui/DoneAlert.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { Loading } from '../../ui/Loading.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { useLaterFocus } from '../cabinet/useLaterFocus.ts'
import { useOffer } from '../cabinet/useOffer.ts'
import { viewsQuery } from '../saved-views/view-queries.ts'
import { RULE_TEMPLATES } from './editor/rule-draft.ts'
import { RuleItem } from './RuleItem.tsx'
import { everyRule, rulesQuery } from './rule-queries.ts'
import { newRulePath, type RuleState, templatePath } from './rule-routes.ts'
import { eventText, fixedRuleText } from './rule-words.ts'

/** List of the rules that the person has or is notified by, and of the team's (specification 25.7). */
export function RuleList() {
  useDocumentTitle('Правила')
  const { data, error, refetch } = useQuery(rulesQuery)
  const arrived = (useLocation().state as RuleState | null)?.done
  const [done, setDone] = useState(arrived ?? null)
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  useEffect(() => {
    if (arrived !== undefined) focusHeading()
  }, [arrived, focusHeading])
  const isEmpty = data?.rules.length === 0
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="rules-heading">
      <header className="rules-head flex flex-wrap items-center justify-between gap-8-12">
        <h1 id="rules-heading" ref={heading} tabIndex={-1}>
          Правила
        </h1>
        {/* Without a rule, the templates below lead to the editor. */}
        {data && !isEmpty && (
          <Link to={newRulePath} className="button button-primary">
            <CabinetIcon name="circle-plus" />
            Новое правило
          </Link>
        )}
      </header>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      <DoneAlert words={done} onDismiss={() => setDone(null)} />
      {!data && !error && <Loading />}
      {isEmpty && <NoRules />}
      {data && (
        <Lists
          answer={data}
          onRemoved={(words) => {
            setDone(words)
            focusHeading()
          }}
        />
      )}
    </section>
  )
}

function Lists({ answer, onRemoved }: { answer: RulesAnswer; onRemoved(words: string): void }) {
  const hasViews = useOffer('views') === true
  const views = useQuery({ ...viewsQuery, enabled: hasViews }).data?.views ?? []
  const me = storedUsername()
  const items = (rules: readonly WatchRule[]) =>
    rules.map((rule) => (
      <RuleItem key={rule.id} rule={rule} names={{ me, owner: rule.owner, views }} onRemoved={onRemoved} />
    ))
  const own = answer.rules.filter(({ settings }) => settings.scope === 'own')
  const team = answer.rules.filter(({ settings }) => settings.scope === 'team')
  return (
    <>
      <section aria-labelledby="own-rules" className="grid gap-8 min-w-0">
        <h2 id="own-rules">Мои правила</h2>
        <ul className="data-panel list-none">
          <FixedRule fixed={answer.fixed} />
          {items(own)}
        </ul>
      </section>
      {team.length > 0 && (
        <section aria-labelledby="team-rules" className="grid gap-8 min-w-0">
          <h2 id="team-rules">Правила команды</h2>
          <ul className="data-panel list-none">{items(team)}</ul>
        </section>
      )}
    </>
  )
}

function NoRules() {
  return (
    <div className="panel">
      <h2>Узнавайте только о том, что меняет ваше решение</h2>
      <p className="panel-words">
        Правило следит за ценами после каждой загрузки и пишет, когда случилось то, что вы назвали: какие
        шины, у кого и на сколько. До сохранения видно, сколько раз оно сработало бы за последние 30 дней.
      </p>
      <ul className="rule-templates grid gap-12 list-none">
        {Object.entries(RULE_TEMPLATES).map(([template, { words, settings }]) => (
          <li key={template}>
            <Link to={templatePath(template)} className="rule-template">
              <b>{settings.event && eventText(settings.event)}</b>
              <span>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="panel-actions">
        <Link to={newRulePath} className="button button-secondary">
          Своё правило
        </Link>
      </div>
    </div>
  )
}

/** Rule that everybody has: the percent and the vehicle type of the documents (specification 25.7). */
function FixedRule({ fixed }: { fixed: RulesAnswer['fixed'] }) {
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
    <li className="rule grid grid-cols-auto-end items-center" aria-labelledby="fixed-rule">
      <p className="text-14 font-semibold wrap-anywhere" id="fixed-rule">
        Изменение цен
      </p>
      <p className="rule-sentence">{fixedRuleText(fixed)}</p>
      <p className="text-13 text-muted tabular-nums">
        Есть у каждого. Порог и тип шин администратор задаёт в «Настройках», когда создаёт пользователя.
      </p>
      <div className="flex flex-wrap items-center gap-4-12 text-13 text-muted">
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
