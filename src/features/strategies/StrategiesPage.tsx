import { useQuery } from '@tanstack/react-query'
import { Navigate, Route, Routes } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProofPrompt } from '../cabinet/proof/ProofPrompt.tsx'
import DecisionsPage from '../decisions/DecisionsPage.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { StrategyList } from './StrategyList.tsx'
import { StrategyPage } from './StrategyPage.tsx'
import './strategies.css'

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
    <div className="strategies">
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
