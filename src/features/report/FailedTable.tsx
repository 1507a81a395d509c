import type { ReactNode } from 'react'
import type { Report } from '../../../contract/reports/reports.ts'
import { isSignInNeeded, OfflineMissError } from '../../data/errors.ts'
import type { ListRequest } from '../../data/report-queries.ts'
import { useSession } from '../../session/useSession.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ShowSaved } from '../../ui/ShowSaved.tsx'
import { NoData } from './NoData.tsx'
import { parts } from './on-demand.ts'
import { useSavedAnswer } from './saved-run/useSavedAnswer.ts'
import { tableProblem } from './table-problem.ts'

interface FailedTableProps {
  report: Report
  error: Error
  request: ListRequest
  page: number
  onRetry(): void
  /** suggestions below the 'no data' message */
  emptyHint: ReactNode
}

/**
 * Error message instead of the table (specification 6.6), with ways to retry, sign in or show a saved copy
 * (specification 6.4 and 1.11).
 */
export function FailedTable({ report, error, request, page, onRetry, emptyHint }: FailedTableProps) {
  const { signInAgain } = useSession()
  const copy = useSavedAnswer(request, page)
  if (error instanceof OfflineMissError) return <parts.OfflineMiss report={report} onRetry={onRetry} />
  const showCopy = () => {
    copy.want()
    onRetry()
  }
  const ways = (
    <>
      {isSignInNeeded(error) ? (
        <Button variant="quiet" onClick={signInAgain}>
          Войти снова
        </Button>
      ) : (
        <Button variant="quiet" onClick={onRetry}>
          Повторить
        </Button>
      )}
      <ShowSaved savedAt={copy.savedAt} onShow={showCopy} />
    </>
  )
  const problem = tableProblem(error)
  if (problem !== null) return <Alert action={ways}>{problem}</Alert>
  return (
    <NoData>
      <parts.FailureNote error={error} />
      <div className="results-ways">{ways}</div>
      {emptyHint}
    </NoData>
  )
}
