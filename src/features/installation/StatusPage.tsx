import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import { type InstallationStatus, STATUS_PARTS } from '../../../contract/installation/status.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { Loading } from '../../ui/Loading.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { statusQuery } from './installation-queries.ts'
import { type StatusLevel, StatusRow } from './StatusRow.tsx'
import { statusFacts } from './status-facts.ts'

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
export function StatusPage() {
  const { data: status, error, isFetching, dataUpdatedAt, refetch } = useQuery(statusQuery)
  useDocumentTitle('Состояние')
  const count = status?.warnings.length ?? 0
  const isDanger = status?.warnings.some(({ level }) => level === 'danger')
  return (
    <section className="cabinet-page" aria-labelledby="status-heading">
      <header className="flex flex-wrap items-center justify-between gap-8-12">
        <h1 id="status-heading">Состояние</h1>
        <Button blocked={isFetching} onClick={() => void refetch()}>
          <CabinetIcon name="refresh" />
          Обновить
        </Button>
      </header>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!status && !error && <Loading />}
      {status && (
        <>
          <p
            className="status-sum"
            role="status"
            data-level={count === 0 ? 'good' : isDanger ? 'danger' : 'warning'}
          >
            <b>{count === 0 ? 'Всё в порядке' : `Требует внимания: ${count}`}</b>{' '}
            <span className="text-14">проверено {formatMoment(dataUpdatedAt)}</span>
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
      )}
    </section>
  )
}
