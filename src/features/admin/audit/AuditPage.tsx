import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { saveFile } from '../../../data/download.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { OfferedPage } from '../../cabinet/OfferedPage.tsx'
import { AuditFilterForm } from './AuditFilterForm.tsx'
import { AuditTable } from './AuditTable.tsx'
import { type AuditFilter, auditQuery, fetchAuditFile } from './audit-calls.ts'
import './audit.css'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'

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

const FIELDS = ['event', 'text', 'from', 'to'] as const

function AuditContent() {
  // The filters are in the URL, so that reloading and 'back' preserve them.
  const [query, setQuery] = useSearchParams()
  const address = query.toString()
  const filter = useMemo(() => {
    const given = new URLSearchParams(address)
    return Object.fromEntries(FIELDS.map((name) => [name, given.get(name) ?? ''])) as unknown as AuditFilter
  }, [address])
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery(filter),
  )
  const download = useAction()
  const downloadFile = async () => {
    const { file, name } = await fetchAuditFile(filter)
    saveFile(file, name)
  }
  const choose = (chosen: AuditFilter) =>
    setQuery(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')))
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
              <p>{address === '' ? 'В журнале пока нет записей.' : 'Таких записей нет.'}</p>
              <p>
                {address === ''
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
      <div className="data-foot">
        {(hasNextPage || (data?.pages.length ?? 0) > 1) && (
          <Button blocked={!hasNextPage || isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Загрузка...' : hasNextPage ? 'Показать ещё' : 'Больше записей нет'}
          </Button>
        )}
        {entries.length > 0 && (
          <Button blocked={download.busy} onClick={() => void download.run(downloadFile)}>
            <CabinetIcon name="download" />
            {download.busy ? 'Скачивание...' : 'Скачать CSV'}
          </Button>
        )}
        {/* Always mounted: screen readers announce only changes. */}
        <span role="status" aria-label="Найдено">
          {data && `Показано записей: ${entries.length}`}
        </span>
      </div>
    </>
  )
}
