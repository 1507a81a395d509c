import { parseCompanion } from '../contract/companion.ts'
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
  companion: parseCompanion,
  notifications: parseNotifications,
}

/**
 * The body of a good answer. An error page with status 200 is none either, and must not replace a good copy.
 * @returns undefined for an answer that is not to be kept
 */
export async function goodBody(kind: SavedKind, response: Response): Promise<ArrayBuffer | undefined> {
  if (response.status !== 200 || isPage(response)) return undefined
  const body = await response.arrayBuffer()
  try {
    READERS[kind](new TextDecoder().decode(body))
    return body
  } catch {
    return undefined
  }
}

const isPage = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/html') ?? false
