import { parseCompanionAnswer } from '../contract/companion.ts'
import { parseJsonObject } from '../contract/legacy/json-object.ts'
import { parseNotifications } from '../contract/legacy/notifications.ts'
import { parseReportPage, readPaging } from '../contract/legacy/report-page.ts'
import { readVehicleTypes } from '../contract/legacy/vehicle-types.ts'
import type { ReportLayout } from '../contract/lib/lists.ts'
import type { SavedCall } from '../contract/worker/kinds.ts'
import type { SavedKind, SavedPaging } from '../contract/worker/saved.ts'

/** Checks by kind; a check throws if an answer is unreadable and must not be saved. Pages validate more strictly. */
const READERS: Readonly<Record<Exclude<SavedKind, 'page'>, (body: string) => unknown>> = {
  filters: parseJsonObject,
  'vehicle-types': readVehicleTypes,
  companion: parseCompanionAnswer,
  notifications: parseNotifications,
  card: parseJsonObject,
}

/** Returns the body of a readable answer; undefined for others, such as an error page with status 200. */
export async function goodBody({ kind, layout }: SavedCall, response: Response): Promise<Good | undefined> {
  if (response.status !== 200 || isPage(response)) return undefined
  const body = await response.arrayBuffer()
  try {
    const text = new TextDecoder().decode(body)
    if (kind === 'page' && layout) return { body, paging: pagingOf(layout, text) }
    if (kind !== 'page') READERS[kind](text)
    return { body }
  } catch {
    return undefined
  }
}

/** Body to save. */
interface Good {
  body: ArrayBuffer
  /** paging of a result page */
  paging?: SavedPaging
}

function pagingOf(layout: ReportLayout, text: string): SavedPaging {
  const { rows, paging } = parseReportPage(text)
  return { ...readPaging(layout, paging), rowCount: rows.length }
}

const isPage = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/html') ?? false
