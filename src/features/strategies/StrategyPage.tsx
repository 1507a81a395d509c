import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { StrategyEditor } from './StrategyEditor.tsx'
import { NEW_STRATEGY, strategyDraftOf } from './strategy-draft.ts'
import { strategiesQuery } from './strategy-queries.ts'

/** Page of one strategy, new or saved. */
export function StrategyPage() {
  const { id } = useParams()
  const { data, error, refetch } = useQuery(strategiesQuery)
  const strategy = data?.strategies.find((one) => one.id === Number(id))
  useDocumentTitle(id === undefined ? 'Новая стратегия' : (strategy?.settings.name ?? 'Стратегия'))
  return (
    <>
      <Link to={ROUTES.strategies} className="to-strategies">
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
