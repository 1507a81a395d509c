import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Report } from '../../../contract/reports/reports.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { useSavedState } from '../../pwa/useSavedState.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { offeredTables } from './saved-run/saved-tables.ts'
import './saved-pages.css'

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
