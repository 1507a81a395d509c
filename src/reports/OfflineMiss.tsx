import { Link } from 'react-router-dom'
import type { Report } from '../../contract/reports.ts'
import { type ListPage, writeAddress } from '../api/report-address.ts'
import { useSavedPages } from '../pwa/useSavedPages.ts'
import { Button } from '../ui/Button.tsx'
import { formatMoment } from '../ui/format-moment.ts'
import { choiceSummary } from './filters/choice-summary.ts'

const SHOWN = 20

/** A page that was never viewed while there was a network: says so, and offers those of this report that were. */
export function OfflineMiss({ report, onRetry }: { report: Report; onRetry(): void }) {
  const pages = useSavedPages(report)
  return (
    <div className="results-note" role="status">
      <p>Нет связи с сервером, а эта страница ещё не сохранялась на устройстве.</p>
      <Button onClick={onRetry}>Повторить</Button>
      {pages.length > 0 && (
        <>
          <p>Сохранённые страницы этого отчёта:</p>
          <ul className="saved-pages">
            {pages.slice(0, SHOWN).map(({ entry, choice, page }) => (
              <li key={entry.request}>
                <Link to={{ search: writeAddress(report, choice, page).toString() }}>
                  {nameOf({ choice, page })}
                </Link>
                <span className="saved-pages-time">{formatMoment(entry.savedAt)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const nameOf = ({ choice, page }: ListPage): string => `${choiceSummary(choice)}, страница ${page}`
