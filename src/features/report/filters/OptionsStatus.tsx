import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { PATHS } from '../../../../contract/paths.ts'
import { bodyExcerpt, HttpError, messageOf } from '../../../data/errors.ts'
import { filterOptionsQuery, vehicleTypesQuery } from '../../../data/report-queries.ts'
import { questionKey, setResponseSource } from '../../../data/saved-answer.ts'
import { useSavedCopy } from '../../../pwa/useSavedState.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { GatewayNote, SavedNote } from '../../../ui/SavedNote.tsx'
import { RetryWays } from '../RetryWays.tsx'

const FILTERS = questionKey('GET', PATHS.filters)
const VEHICLE_TYPES = questionKey('POST', PATHS.vehicleTypes)

/** Shows that options are loading or missing (specification 4.5 and 6.7); their age only if the form is open. */
export function OptionsStatus({ open }: { open: boolean }) {
  const { offline } = useSession()
  const filters = useQuery(filterOptionsQuery)
  const vehicleTypes = useQuery(vehicleTypesQuery)
  const failed = [
    { query: filters, what: 'Ошибка загрузки фильтров', request: FILTERS },
    { query: vehicleTypes, what: 'Ошибка загрузки типов', request: VEHICLE_TYPES },
  ].flatMap(({ query, what, request }) =>
    query.error ? [{ query, request, problem: optionsProblem(what, query.error) }] : [],
  )
  // Without a token both requests fail in the same way: their equal messages are displayed once.
  const problems = [...new Map(failed.map((failure) => [failure.problem, failure])).values()]
  const { data } = filters
  return (
    <>
      {offline && open && <SavedNote {...data} savedAt={data?.savedAt} />}
      {!offline && <GatewayNote status={data?.gateway} />}
      {filters.isLoading && (
        <p className="filters-loading" role="status">
          Загрузка фильтров...
        </p>
      )}
      {problems.map((failure) => (
        <Failure key={failure.problem} {...failure} />
      ))}
    </>
  )
}

interface FailureProps {
  problem: string
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  request: string
}

function Failure({ problem, query, request }: FailureProps) {
  const copy = useSavedCopy(request)
  const refetch = () => void query.refetch()
  const retry = () => {
    setResponseSource(request, 'network')
    refetch()
  }
  return (
    <Alert
      action={
        <RetryWays error={query.error} copy={copy} busy={query.isFetching} onRetry={retry} onCopy={refetch} />
      }
    >
      {problem}
    </Alert>
  )
}

/** Returns the message for options that failed to load; `what` names the request unless the error's message does. */
function optionsProblem(what: string, error: Error): string {
  if (error.name === 'SignInNeededError' || error.name === 'ReadError') return messageOf(error)
  if (error instanceof HttpError) return `${what}: ${error.status} ${bodyExcerpt(error)}`.trim()
  return `${what}: ${messageOf(error)}`
}
