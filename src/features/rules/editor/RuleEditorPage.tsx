import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router-dom'
import { ROUTES } from '../../../../contract/routes.ts'
import type { RulesAnswer, WatchRule } from '../../../../contract/rules/rule.ts'
import type { SavedView } from '../../../../contract/views/saved-view.ts'
import { storedUsername } from '../../../data/stored-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { BackLink } from '../../cabinet/BackLink.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { useOffer } from '../../cabinet/useOffer.ts'
import { viewsQuery } from '../../saved-views/view-queries.ts'
import { FiringList } from '../FiringList.tsx'
import { RuleSentence } from '../RuleSentence.tsx'
import { ruleSettingsQuery, rulesQuery } from '../rule-queries.ts'
import { RuleForm } from './RuleForm.tsx'
import { newRuleDraft, ruleDraftOf } from './rule-draft.ts'

/** Page that creates or changes a rule (specification 25.7). */
export function RuleEditorPage() {
  const { id } = useParams()
  const { search } = useLocation()
  const { data, error, refetch } = useQuery(rulesQuery)
  const hasViews = useOffer('views') === true
  const views = useQuery({ ...viewsQuery, enabled: hasViews }).data?.views ?? []
  const rule = data?.rules.find((one) => String(one.id) === id)
  const title = id === undefined ? 'Новое правило' : (rule?.settings.name ?? 'Правило')
  useDocumentTitle(title)
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="rule-editor-heading">
      <BackLink to={ROUTES.rules}>Все правила</BackLink>
      <h1 id="rule-editor-heading">{title}</h1>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && id !== undefined && !rule && <Alert tone="info">Такого правила уже нет.</Alert>}
      {rule && !rule.editable && (
        <>
          <RuleSentence
            className="rule-read-back"
            settings={rule.settings}
            names={{ me: storedUsername(), owner: rule.owner, views }}
          />
          <p className="panel-words">Это правило меняет тот, кто его создал, или администратор.</p>
          <FiringList rule={rule.id} />
        </>
      )}
      {data && id === undefined && (
        <RuleForm
          key={search}
          id={null}
          name={`new${search}`}
          begin={() => newRuleDraft(new URLSearchParams(search), data)}
          answer={data}
          views={views}
          owner=""
        />
      )}
      {data && rule?.editable && <SavedRule key={id} rule={rule} answer={data} views={views} />}
    </section>
  )
}

interface SavedRuleProps {
  rule: WatchRule
  answer: RulesAnswer
  views: readonly SavedView[]
}

/** Form of a saved rule, whose articles the list leaves out. */
function SavedRule({ rule: { id, owner }, answer, views }: SavedRuleProps) {
  const { data, error, refetch } = useQuery(ruleSettingsQuery(id))
  if (!data) return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <RuleForm
      id={id}
      name={String(id)}
      begin={() => ruleDraftOf(data)}
      answer={answer}
      views={views}
      owner={owner}
    />
  )
}
