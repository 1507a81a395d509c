import { infiniteQueryOptions } from '@tanstack/react-query'
import { AuditLogPage } from '../../../../contract/account/audit-log.ts'
import { ACCOUNT_PATHS } from '../../../../contract/paths.ts'
import { send } from '../../../data/client.ts'
import { getFromCompanion } from '../../../data/companion-calls.ts'
import { httpErrorOf } from '../../../data/errors.ts'
import { fileNameOf } from '../../../data/file-name.ts'

/** First and last day, YYYY-MM-DD, are included. */
export const AUDIT_FILTERS = ['event', 'text', 'from', 'to'] as const

/** Filters of the audit log (specification 11.12); '' for no filter. */
export type AuditFilter = Readonly<Record<(typeof AUDIT_FILTERS)[number], string>>

const withQuery = (path: string, parameters: AuditFilter & { before?: string; zone?: string }): string => {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  const query = new URLSearchParams(given).toString()
  return query === '' ? path : `${path}?${query}`
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => {
      const path = withQuery(ACCOUNT_PATHS.auditLog, { ...filter, before: String(pageParam ?? '') })
      return getFromCompanion(AuditLogPage, path, signal)
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

/**
 * Fetches all entries that match the filters as a CSV file. Times are in the device's time zone, as on the page.
 * @throws HttpError, or an error of fetch
 */
export async function fetchAuditFile(filter: AuditFilter): Promise<{ file: Blob; name: string }> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const response = await send(withQuery(ACCOUNT_PATHS.auditFile, { ...filter, zone }))
  if (!response.ok) throw await httpErrorOf(response)
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'audit.csv'
  return { file: await response.blob(), name }
}
