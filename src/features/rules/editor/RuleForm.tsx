import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ROUTES } from '../../../../contract/routes.ts'
import { MAX_RULE_NAME_LENGTH, type RulesAnswer } from '../../../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../../../contract/rules/rule-calls.ts'
import type { SavedView } from '../../../../contract/views/saved-view.ts'
import { call } from '../../../data/send-call.ts'
import { storedUsername } from '../../../data/stored-session.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useLeaveQuestion } from '../../../ui/confirm-before-leaving.ts'
import { TextField } from '../../../ui/Field.tsx'
import { countText } from '../../../ui/plural.ts'
import { FiringList } from '../FiringList.tsx'
import { RuleSentence } from '../RuleSentence.tsx'
import { everyRule } from '../rule-queries.ts'
import type { RuleState } from '../rule-routes.ts'
import { eventText } from '../rule-words.ts'
import { BackTestPanel, TIMES } from './BackTestPanel.tsx'
import { EventFields } from './EventFields.tsx'
import { NotifyFields } from './NotifyFields.tsx'
import {
  nameableSites,
  PROPOSED_DIGEST,
  ruleSettingsOf,
  tyresProblem,
  type WatchDraft,
} from './rule-draft.ts'
import { PlaceFields, TyresFields } from './TyresFields.tsx'
import { useBackTest } from './useBackTest.ts'

interface RuleFormProps {
  /** null for a new rule */
  id: number | null
  /** name of the draft */
  name: string
  begin(): WatchDraft
  answer: RulesAnswer
  views: readonly SavedView[]
  /** owner of the rule; '' for a new one, which is the person's */
  owner: string
}

/** Form of a rule with the sentence that it makes, and beside it the back-test. */
export function RuleForm({ id, name, begin, answer, views, owner }: RuleFormProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { draft, change, forget } = useRuleDraft(name, begin)
  const [isTried, setTried] = useState(false)
  const { busy, problem, run, dismiss } = useAction()
  const me = storedUsername()
  const settings = ruleSettingsOf(draft)
  const wrongTyres = tyresProblem(draft)
  const isReady = wrongTyres === null
  const test = useBackTest(settings, isReady)
  const leave = (state: RuleState | null) => {
    forget()
    void navigate(ROUTES.rules, { state })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (wrongTyres !== null) {
      event.currentTarget.querySelector<HTMLElement>('[data-tyres]')?.focus()
      return
    }
    void run(async () => {
      await (id === null ? call(RULE_CALLS.create, settings) : call(RULE_CALLS.change, { id, ...settings }))
      await queries.invalidateQueries(everyRule)
      leave({ done: `Правило «${settings.name}» ${id === null ? 'добавлено' : 'сохранено'}.` })
    })
  }
  // Rules of the team select tyres by views that the team sees.
  const nameable = draft.scope === 'team' ? views.filter(({ scope }) => scope === 'team') : views
  const isLate = draft.event.type === 'late'
  return (
    // Disables the browser's own validation messages, which are in the browser's language.
    <form
      className="rule-editor grid items-start gap-12-16"
      onSubmit={submit}
      noValidate
      aria-labelledby="rule-editor-heading"
    >
      <RuleSentence
        className="rule-read-back"
        settings={settings}
        names={{ me, owner: owner || me, views: nameable }}
      />
      <div className="grid gap-12 min-w-0">
        <EventFields
          event={draft.event}
          onChange={(next) => change({ event: next, sites: nameableSites(draft.sites, next, answer.sites) })}
        />
        {/* Beside the sliders where the panel is far below them, and announced by the panel alone. */}
        <p className="rule-live hidden" aria-hidden data-stale={test.isStale || undefined}>
          {isReady && test.answer && `За последние 30 дней: ${countText(test.answer.events, TIMES)}`}
        </p>
        <PlaceFields draft={draft} answer={answer} change={change} />
        {!isLate && (
          <TyresFields
            tyres={draft.tyres}
            views={nameable}
            problem={isTried ? wrongTyres : null}
            onChange={(tyres) => change({ tyres })}
          />
        )}
        <NotifyFields draft={draft} answer={answer} me={me} change={change} />
        <div className="panel">
          <TextField
            label="Название"
            hint="С него начнётся уведомление. Можно не заполнять"
            value={draft.name}
            maxLength={MAX_RULE_NAME_LENGTH}
            placeholder={eventText(draft.event)}
            autoComplete="off"
            onChange={(value) => change({ name: value })}
          />
          {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
          <div className="panel-actions">
            <Button type="submit" variant="primary" blocked={busy}>
              {busy ? 'Подождите...' : id === null ? 'Добавить правило' : 'Сохранить'}
            </Button>
            <Button onClick={() => leave(null)}>{draft.changed ? 'Отменить изменения' : 'Отмена'}</Button>
          </div>
        </div>
      </div>
      <div className="rule-beside grid gap-12 min-w-0">
        <BackTestPanel
          test={test}
          settings={settings}
          isReady={isReady}
          onDigest={() => change({ timing: PROPOSED_DIGEST })}
        />
        {id !== null && <FiringList rule={id} />}
      </div>
    </form>
  )
}

/**
 * Returns the editor's draft. A changed draft is stored in this user's query cache and survives while the user looks at
 * another page.
 * @param name id of the rule, or the query of a new one
 */
function useRuleDraft(name: string, begin: () => WatchDraft) {
  const queries = useQueryClient()
  const key = ['rule-draft', name]
  const [draft, setDraft] = useState<WatchDraft>(() => queries.getQueryData<WatchDraft>(key) ?? begin())
  const { changed } = draft

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is this name's
  useEffect(() => {
    queries.setQueryDefaults(['rule-draft'], { gcTime: Number.POSITIVE_INFINITY })
    if (changed) queries.setQueryData(key, draft)
  }, [draft, changed, queries, name])

  useLeaveQuestion(changed)

  const change = useCallback(
    (part: Partial<WatchDraft>) => setDraft((before) => ({ ...before, ...part, changed: true })),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is this name's
  const forget = useCallback(() => {
    setDraft((before) => ({ ...before, changed: false }))
    queries.removeQueries({ queryKey: key, exact: true })
  }, [queries, name])

  return { draft, change, forget }
}
