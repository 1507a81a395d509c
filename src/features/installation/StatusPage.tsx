import { useQuery } from '@tanstack/react-query'
import { Link, Route, Routes, useLocation } from 'react-router-dom'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import { type InstallationStatus, STATUS_PARTS } from '../../../contract/installation/status.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { QueryState } from '../cabinet/QueryState.tsx'
import { SetupPage } from './first/SetupPage.tsx'
import { statusQuery } from './installation-queries.ts'
import { type StatusLevel, StatusRow, statusFacts } from './StatusRow.tsx'
import { SetupStepsPage } from './setup/SetupStepsPage.tsx'
import './status.css'

const LEVELS: readonly StatusLevel[] = ['danger', 'warning', 'good']

/** Returns the parts with their warnings, both by urgency: dangers first. */
function partsByUrgency({ warnings }: InstallationStatus) {
  const parts = STATUS_PARTS.map((part) => {
    const own = LEVELS.flatMap((one) =>
      warnings.filter(({ part: of, level }) => of === part && level === one),
    )
    const level: StatusLevel = own[0]?.level ?? 'good'
    return { part, level, warnings: own }
  })
  return LEVELS.flatMap((one) => parts.filter(({ level }) => level === one))
}

/** State of the installation, and what to do about each warning (specification 28.6). */
function StatusPage() {
  const query = useQuery(statusQuery)
  useDocumentTitle('Состояние')
  return (
    <section className="cabinet-page" aria-labelledby="status-heading">
      <header className="flex flex-wrap items-center justify-between gap-8-12">
        <h1 id="status-heading">Состояние</h1>
        <Button blocked={query.isFetching} onClick={() => void query.refetch()}>
          <CabinetIcon name="refresh" />
          Обновить
        </Button>
      </header>
      <QueryState query={query}>
        {(status) => <StatusParts status={status} at={query.dataUpdatedAt} />}
      </QueryState>
    </section>
  )
}

/** @param at time of the check in ms since 1970 */
function StatusParts({ status, at }: { status: InstallationStatus; at: number }) {
  const count = status.warnings.length
  const isDanger = status.warnings.some(({ level }) => level === 'danger')
  return (
    <>
      <p
        className="status-sum"
        role="status"
        data-level={count === 0 ? 'good' : isDanger ? 'danger' : 'warning'}
      >
        <b>{count === 0 ? 'Всё в порядке' : `Требует внимания: ${count}`}</b>{' '}
        <span className="text-14">проверено {formatMoment(at)}</span>
      </p>
      <ul className="list-none rounded-lg bg-raised border">
        {partsByUrgency(status).map(({ part, ...rest }) => (
          <StatusRow
            key={part}
            facts={statusFacts[part](status)}
            sources={part === 'sources' ? status.sources.failing : []}
            {...rest}
          />
        ))}
      </ul>
      <p className="text-14 text-muted wrap-anywhere">
        <Link className="text-accent" to={`${STATUS_ROUTE}/setup`}>
          Первая настройка
        </Link>
        : свой сайт, первый прайс-лист, проверка уведомлений.
      </p>
    </>
  )
}

/** Pages about the installation, and without a session its first one (specification 28.2, 28.3, 28.6). */
export function StatusPages() {
  if (!useLocation().pathname.startsWith(STATUS_ROUTE)) return <SetupPage />
  return (
    <OfferedPage offer="status">
      <Routes>
        <Route index element={<StatusPage />} />
        <Route path="setup" element={<SetupStepsPage />} />
      </Routes>
    </OfferedPage>
  )
}
