import './strategies.css'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, Route, Routes, useParams } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { ProofPrompt } from '../cabinet/proof/ProofPrompt.tsx'
import { QueryState } from '../cabinet/QueryState.tsx'
import DecisionsPage from '../decisions/DecisionsPage.tsx'
import { StrategyEditor } from './StrategyEditor.tsx'
import { StrategyList } from './StrategyList.tsx'
import { NEW_STRATEGY, strategyDraftOf } from './strategy-draft.ts'
import { strategiesQuery } from './strategy-queries.ts'

/**
 * Routes of the page of decisions, and below it of the strategies, which analysts and administrators see (specification
 * 19.14). One chunk has both.
 */
export default function DecisionRoutes() {
  return (
    <Routes>
      <Route index element={<DecisionsPage />} />
      <Route path="strategies/*" element={<StrategiesPage />} />
      <Route path="*" element={<Navigate to={ROUTES.decisions} replace />} />
    </Routes>
  )
}

function StrategiesPage() {
  const query = useQuery(companionQuery)
  if (query.data && !query.data.offers.includes('strategies')) return <Navigate to={ROUTES.account} replace />
  return (
    <div className="strategies grid content-start gap-12">
      <QueryState query={query} failed="">
        {() => (
          <Routes>
            <Route index element={<StrategyList />} />
            <Route path="new" element={<StrategyPage />} />
            <Route path=":id" element={<StrategyPage />} />
            <Route path="*" element={<Navigate to={ROUTES.strategies} replace />} />
          </Routes>
        )}
      </QueryState>
      <ProofPrompt />
    </div>
  )
}

/** Page of one strategy, new or saved. */
function StrategyPage() {
  const { id } = useParams()
  const query = useQuery(strategiesQuery)
  const strategy = query.data?.strategies.find((one) => one.id === Number(id)) ?? null
  useDocumentTitle(id === undefined ? 'Новая стратегия' : (strategy?.settings.name ?? 'Стратегия'))
  return (
    <>
      <Link to={ROUTES.strategies} className="link to-strategies justify-self-start text-14">
        ‹ Все стратегии
      </Link>
      <QueryState query={query} loading="Загрузка стратегии..." failed="">
        {({ rails, admin }) =>
          id === undefined || strategy ? (
            <StrategyEditor
              key={strategy?.id ?? 'new'}
              first={strategy ? strategyDraftOf(strategy.settings) : NEW_STRATEGY}
              strategy={strategy}
              demandsApproval={rails.approval}
              isAdmin={admin}
            />
          ) : (
            <Alert tone="warning">Такой стратегии нет: возможно, её удалили.</Alert>
          )
        }
      </QueryState>
    </>
  )
}
