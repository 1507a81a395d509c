import { readFilterOptions } from '../contract/read/filter-options.ts'
import { parseNotifications } from '../contract/read/notifications.ts'
import { parseReportPage } from '../contract/read/report-page.ts'
import { readVehicleTypes } from '../contract/read/vehicle-types.ts'
import type { SavedKind } from '../contract/worker/saved.ts'

/** What must not throw for an answer to be kept; the pages read more thoroughly. */
const READERS: Readonly<Record<SavedKind, (body: string) => unknown>> = {
  page: parseReportPage,
  filters: readFilterOptions,
  'vehicle-types': readVehicleTypes,
  notifications: parseNotifications,
}

/** A server that answers an error page with status 200 must not replace a good copy. */
export function isReadable(kind: SavedKind, body: ArrayBuffer): boolean {
  try {
    READERS[kind](new TextDecoder().decode(body))
    return true
  } catch {
    return false
  }
}

/** Faults of the server and of what stands before it; what the server refuses is an answer. */
export function isFault(response: Response): boolean {
  return response.status >= 500 || isPage(response)
}

const isPage = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/html') ?? false
