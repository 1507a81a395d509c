import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { PATHS } from '../../../../contract/paths.ts'
import { bodyExcerpt, HttpError, isSignInNeeded, messageOf } from '../../../data/errors.ts'
import { filterOptionsQuery, vehicleTypesQuery } from '../../../data/report-queries.ts'
import { questionKey, wishFor } from '../../../data/saved-answer.ts'
import { useSavedCopy } from '../../../pwa/useSavedState.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { GatewayNote, SavedNote } from '../../../ui/SavedNote.tsx'
import { ShowSaved } from '../../../ui/ShowSaved.tsx'

const FILTERS = questionKey('GET', PATHS.filters)
const VEHICLE_TYPES = questionKey('POST', PATHS.vehicleTypes)

/**
 * Shows that the filter options are loading, or why they are missing (specification 4.5 and 6.7).
 * @param open whether the form displays the options; only then is their age relevant
 */
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
  const { signInAgain } = useSession()
  const copy = useSavedCopy(request)
  const retry = () => {
    wishFor(request, 'network')
    void query.refetch()
  }
  const showCopy = () => {
    copy.want()
    void query.refetch()
  }
  return (
    <Alert
      action={
        <>
          {isSignInNeeded(query.error) ? (
            <Button variant="quiet" onClick={signInAgain}>
              Войти снова
            </Button>
          ) : (
            <Button variant="quiet" disabled={query.isFetching} onClick={retry}>
              Повторить
            </Button>
          )}
          <ShowSaved savedAt={copy.savedAt} onShow={showCopy} />
        </>
      }
    >
      {problem}
    </Alert>
  )
}

/**
 * Returns the message for filter options that failed to load. The prefix `what` names the failed request, unless the
 * error's own message is complete.
 */
function optionsProblem(what: string, error: Error): string {
  if (error.name === 'SignInNeededError' || error.name === 'ReadError') return messageOf(error)
  if (error instanceof HttpError) return `${what}: ${error.status} ${bodyExcerpt(error)}`.trim()
  return `${what}: ${messageOf(error)}`
}
