import { infiniteQueryOptions } from '@tanstack/react-query'
import { readAuditPage } from '../../contract/account/audit-log.ts'
import { ACCOUNT_PATHS } from '../../contract/paths.ts'
import { send } from './client.ts'
import { readCompanion } from './companion-calls.ts'
import { httpErrorOf } from './errors.ts'
import { fileNameOf } from './file-name.ts'

/** What narrows the audit log (specification 11.12); '' for everything. */
export interface AuditFilter {
  event: string
  text: string
  /** YYYY-MM-DD, inclusive */
  from: string
  to: string
}

const withQuery = (path: string, filter: AuditFilter, before: number | null): string => {
  const given = Object.entries({ ...filter, before: before ?? '' }).filter(([, value]) => value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? path : `${path}?${query}`
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) =>
      readAuditPage(await readCompanion(withQuery(ACCOUNT_PATHS.auditLog, filter, pageParam), signal)),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

/** The whole selection as CSV. @throws HttpError, or what fetch throws */
export async function fetchAuditFile(filter: AuditFilter): Promise<{ file: Blob; name: string }> {
  const response = await send(withQuery(ACCOUNT_PATHS.auditFile, filter, null))
  if (!response.ok) throw await httpErrorOf(response)
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'audit.csv'
  return { file: await response.blob(), name }
}
