import { useInfiniteQuery } from '@tanstack/react-query'
import { AUDIT_CALLS } from '../../../../contract/account/user-calls.ts'
import { saveFile } from '../../../data/download.ts'
import { callFile } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { MoreFoot } from '../../cabinet/MoreFoot.tsx'
import { OfferedPage } from '../../cabinet/OfferedPage.tsx'
import { useAddressFilters } from '../../cabinet/useAddressFilters.ts'
import { AuditFilterForm } from './AuditFilterForm.tsx'
import { AuditTable } from './AuditTable.tsx'
import { AUDIT_FILTERS, auditQuery } from './audit-queries.ts'
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

function AuditContent() {
  const [filter, choose] = useAddressFilters(AUDIT_FILTERS)
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const query = useInfiniteQuery(auditQuery(filter))
  const { data, error, refetch, fetchNextPage } = query
  const download = useAction()
  const downloadFile = async () => {
    const { file, name } = await callFile(
      AUDIT_CALLS.file,
      { ...filter, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      'audit.csv',
    )
    saveFile(file, name)
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
          <Button blocked={download.busy} onClick={() => void download.run(downloadFile)}>
            <CabinetIcon name="download" />
            {download.busy ? 'Скачивание...' : 'Скачать CSV'}
          </Button>
        )}
      </MoreFoot>
    </>
  )
}
