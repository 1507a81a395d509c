import './audit.css'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { AUDIT_EVENTS, type AuditEvent, type AuditLogPage } from '../../../../contract/account/audit-log.ts'
import { AUDIT_CALLS } from '../../../../contract/account/user-calls.ts'
import { call, downloadFile } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'
import { DataTable } from '../../cabinet/DataTable.tsx'
import { FilterForm, useAddressFilters } from '../../cabinet/FilterForm.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { MoreFoot } from '../../cabinet/MoreFoot.tsx'
import { OfferedPage } from '../../cabinet/OfferedPage.tsx'

/** Page of the audit log (specification 11.12). */
export function AuditPage() {
  useDocumentTitle('Журнал')
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="audit-heading">
      <h1 id="audit-heading">Журнал</h1>
      <OfferedPage offer="audit">
        <AuditContent />
      </OfferedPage>
    </section>
  )
}

function AuditContent() {
  const [filter, choose] = useAddressFilters(AUDIT_FILTERS)
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const query = useInfiniteQuery(auditQuery(filter))
  const { data, error, refetch, fetchNextPage } = query
  const download = useAction()
  const downloadLog = () => {
    const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
    return downloadFile(AUDIT_CALLS.file, { ...filter, zone }, 'audit.csv')
  }
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const retry = () => void (data ? fetchNextPage() : refetch())

  return (
    <>
      <AuditFilterForm filter={filter} onChoose={choose} />
      {download.problem !== null && <Alert onDismiss={download.dismiss}>{download.problem}</Alert>}
      {!data && !error && <Loading />}
      {data && (
        <div className="data-panel">
          {entries.length === 0 ? (
            <div className="data-empty">
              <p>{!isFiltered ? 'В журнале пока нет записей.' : 'Таких записей нет.'}</p>
              <p>
                {!isFiltered
                  ? 'Входы, изменения учётных записей и загрузки цен будут здесь.'
                  : 'Измените или сбросьте условия выше.'}
              </p>
            </div>
          ) : (
            <AuditTable entries={entries} />
          )}
        </div>
      )}
      {error && <LoadProblem error={error} onRetry={retry} />}
      <MoreFoot query={query} end="Больше записей нет" count={data && `Показано записей: ${entries.length}`}>
        {entries.length > 0 && (
          <Button blocked={download.busy} onClick={() => void download.run(downloadLog)}>
            <CabinetIcon name="download" />
            {download.busy ? 'Скачивание...' : 'Скачать CSV'}
          </Button>
        )}
      </MoreFoot>
    </>
  )
}

const NOTHING: AuditFilter = { event: '', text: '', from: '', to: '' }

function AuditFilterForm({ filter, onChoose }: { filter: AuditFilter; onChoose(filter: AuditFilter): void }) {
  return (
    <FilterForm
      label="Отбор записей"
      className="audit-filter"
      filters={filter}
      none={NOTHING}
      onChoose={onChoose}
    >
      <SelectField
        name="event"
        label="Событие"
        none="Все"
        options={Object.entries(AUDIT_EVENTS).map(([value, name]) => ({ value, name }))}
      />
      <TextField name="text" label="Имя или подробности" type="search" maxLength={100} autoComplete="off" />
      <TextField name="from" label="С дня" type="date" />
      <TextField name="to" label="По день" type="date" />
    </FilterForm>
  )
}

/** Returns the Russian name of an event; for an unknown event, which a newer server may have, its own name. */
const wordsOf = (event: string): string => AUDIT_EVENTS[event as AuditEvent] ?? event

const moment = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'medium' })

/** Table of audit entries, newest first. */
function AuditTable({ entries }: { entries: AuditLogPage['entries'] }) {
  return (
    <DataTable
      className="audit-table"
      aria-labelledby="audit-heading"
      columns={['Время', 'Событие', 'Пользователь', 'Подробности']}
    >
      {entries.map(({ id, at, event, user, details }) => (
        <tr key={id}>
          <td className="text-muted nowrap">
            <time dateTime={at}>{moment.format(new Date(at))}</time>
          </td>
          <td className="audit-event">{wordsOf(event)}</td>
          <td>{user}</td>
          <td className="text-muted">{details}</td>
        </tr>
      ))}
    </DataTable>
  )
}

/** First and last day, YYYY-MM-DD, are included. */
const AUDIT_FILTERS = ['event', 'text', 'from', 'to'] as const

/** Filters of the audit log (specification 11.12); '' for no filter. */
type AuditFilter = Readonly<Record<(typeof AUDIT_FILTERS)[number], string>>

const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(AUDIT_CALLS.page, { ...filter, ...(pageParam !== null && { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
