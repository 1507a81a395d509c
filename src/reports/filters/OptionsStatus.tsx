import { useQuery } from '@tanstack/react-query'
import { filterOptionsQuery, vehicleTypesQuery } from '../../api/report-queries.ts'
import { useSession } from '../../session/useSession.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SavedNote } from '../../ui/SavedNote.tsx'
import { optionsProblem } from '../table-problem.ts'

/** That the filter options are on their way, or why they are not there (document 2 §8). */
export function OptionsStatus() {
  const { offline } = useSession()
  const filters = useQuery(filterOptionsQuery)
  const vehicleTypes = useQuery(vehicleTypesQuery)
  const failed = [
    { query: filters, what: 'Ошибка загрузки фильтров' },
    { query: vehicleTypes, what: 'Ошибка загрузки типов' },
  ].flatMap(({ query, what }) => (query.error ? [{ query, problem: optionsProblem(what, query.error) }] : []))
  // Both fail alike without a token: one message is enough.
  const problems = [...new Map(failed.map(({ query, problem }) => [problem, query]))]
  return (
    <>
      {offline && <SavedNote savedAt={filters.data?.savedAt} />}
      {filters.isLoading && (
        <p className="filters-loading" role="status">
          Загрузка фильтров...
        </p>
      )}
      {problems.map(([problem, query]) => (
        <Alert
          key={problem}
          action={
            <Button variant="quiet" disabled={query.isFetching} onClick={() => void query.refetch()}>
              Повторить
            </Button>
          }
        >
          {problem}
        </Alert>
      ))}
    </>
  )
}
