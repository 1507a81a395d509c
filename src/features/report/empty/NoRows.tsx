import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Report } from '../../../../contract/reports/reports.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { keyAddress } from '../../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../../contract/worker/saved.ts'
import { HttpError, isGatewayError, messageField } from '../../../data/errors.ts'
import { useSavedState } from '../../../pwa/useSavedState.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { countText, type NounForms } from '../../../ui/plural.ts'
import { GatewayNote } from '../../../ui/SavedNote.tsx'
import { choiceParts } from '../../report-choice/choice-parts.ts'
import { listOrderText } from '../../report-choice/list-order-text.ts'
import { readListPath, writeAddress } from '../../report-choice/report-address.ts'
import { pagesText, savedResultSets } from '../../report-choice/saved-result-sets.ts'
import '../saved-pages.css'

const SHOWN = 20

/** Message that the requested page is not saved and the device is offline, with links to the report's saved tables. */
export function OfflineMiss({ report, onRetry }: { report: Report; onRetry(): void }) {
  const entries = useSavedState()?.entries
  const tables = useMemo(() => offeredTables(report, entries ?? []), [report, entries])
  return (
    <div className="results-note" role="status">
      <p>Нет связи с сервером, а эта страница ещё не сохранялась на устройстве.</p>
      <Button onClick={onRetry}>Повторить</Button>
      {tables.length > 0 && (
        <>
          <p>
            Сохранённые таблицы этого отчёта. Если сохранены все страницы таблицы, в ней и без сети работают
            фильтры.
          </p>
          <ul className="saved-pages">
            {tables.slice(0, SHOWN).map(({ key, address, name, savedAt }) => (
              <li key={key}>
                <Link to={{ search: address }}>{name}</Link>
                <span className="text-13">{formatMoment(savedAt)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {entries !== undefined && entries.length > 0 && (
        <Link to={ROUTES.saved}>Всё, что сохранено на устройстве</Link>
      )}
    </div>
  )
}

/** Saved table that is offered as a link; all saved pages of a result set form one table. */
interface OfferedTable {
  key: string
  /** query string of the app's URL for the table's first saved page */
  address: string
  name: string
  /** time of saving in ms since 1970 */
  savedAt: number
}

/** Returns the saved tables of a report, most recently viewed first. */
function offeredTables(report: Report, entries: readonly SavedEntry[]): OfferedTable[] {
  return savedResultSets(entries).flatMap((run) => {
    const [first] = run.pages.values()
    const table = first && readListPath(report, keyAddress(first.request))
    if (!table) return []
    const { key, savedAt } = run
    const { choice, page, arranged } = table
    const address = writeAddress(report, choice, page, arranged).toString()
    const words = [...choiceParts(choice), ...listOrderText(arranged)]
    return [{ key, savedAt, address, name: `${words.join(' · ')}, ${pagesText(run)}` }]
  })
}

/**
 * Reason why a table failed that is displayed as one without data (specification 6.6): the status of a gateway, or the
 * server's own text about its error, which ends with a code for the operator.
 */
export function FailureNote({ error }: { error: Error }) {
  if (isGatewayError(error)) return <GatewayNote status={error.status} />
  const isFault = error instanceof HttpError && error.status === 500
  const text = isFault ? messageField(error.body) : null
  return text && <p>{text}</p>
}

const PAGES: NounForms = ['страница', 'страницы', 'страниц']

export interface PastEndProps {
  /** number of pages; null if unknown */
  totalPages: number | null
  /** page number in the URL */
  wanted: number
  /** whether another page is loading */
  stale: boolean
  onGo(page: number): void
}

/** Buttons to the last and the first page, for a link that points past the last page. */
export function PastEnd({ totalPages, wanted, stale, onGo }: PastEndProps) {
  const isPast = totalPages !== null && (stale || wanted > totalPages)
  return (
    <>
      {isPast && <p>В отчёте только {countText(totalPages, PAGES)}.</p>}
      <div className="results-ways">
        {isPast && totalPages > 1 && (
          <Button blocked={stale} onClick={() => onGo(totalPages)}>
            Последняя страница
          </Button>
        )}
        <Button blocked={stale} onClick={() => onGo(1)}>
          Первая страница
        </Button>
      </div>
    </>
  )
}
