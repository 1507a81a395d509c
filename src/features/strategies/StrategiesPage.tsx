import './strategies.css'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, Route, Routes, useParams } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { ProofPrompt } from '../cabinet/proof/ProofPrompt.tsx'
import DecisionsPage from '../decisions/DecisionsPage.tsx'
import { NotLoaded } from './NotLoaded.tsx'
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
  const { data, error, refetch } = useQuery(companionQuery)
  if (data && !data.offers.includes('strategies')) return <Navigate to={ROUTES.account} replace />
  return (
    <div className="strategies grid content-start gap-12">
      {!data && error && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Routes>
          <Route index element={<StrategyList />} />
          <Route path="new" element={<StrategyPage />} />
          <Route path=":id" element={<StrategyPage />} />
          <Route path="*" element={<Navigate to={ROUTES.strategies} replace />} />
        </Routes>
      )}
      <ProofPrompt />
    </div>
  )
}

/** Page of one strategy, new or saved. */
function StrategyPage() {
  const { id } = useParams()
  const { data, error, refetch } = useQuery(strategiesQuery)
  const strategy = data?.strategies.find((one) => one.id === Number(id))
  useDocumentTitle(id === undefined ? 'Новая стратегия' : (strategy?.settings.name ?? 'Стратегия'))
  return (
    <>
      <Link to={ROUTES.strategies} className="link to-strategies justify-self-start text-14">
        ‹ Все стратегии
      </Link>
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading text="Загрузка стратегии..." />}
      {data && id !== undefined && !strategy && (
        <Alert tone="warning">Такой стратегии нет: возможно, её удалили.</Alert>
      )}
      {data && id === undefined && (
        <StrategyEditor
          key="new"
          first={NEW_STRATEGY}
          strategy={null}
          demandsApproval={data.rails.approval}
        />
      )}
      {data && strategy && (
        <StrategyEditor
          key={strategy.id}
          first={strategyDraftOf(strategy.settings)}
          strategy={strategy}
          demandsApproval={data.rails.approval}
          isAdmin={data.admin}
        />
      )}
    </>
  )
}
