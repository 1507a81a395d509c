import type { Paging } from '../report-row.ts'

/** What the worker keeps on the device, as page and worker speak of it (specification 8.2). */

export const DATABASE_NAME = 'tyre-prices'

/** On an answer that did not come from the network just now: when it was saved, as an ISO instant. */
export const SAVED_AT_HEADER = 'x-saved-at'

/** Beside it, where a gateway answered in place of the server: the gateway's status. */
export const GATEWAY_HEADER = 'x-gateway-status'

/** On the worker's own answer to an action that waits for the network. */
export const QUEUED_HEADER = 'x-queued'

/** The worker's own answer where there is neither network nor a saved copy; the header tells it from a gateway's. */
export const OFFLINE_MISS_STATUS = 504
export const OFFLINE_MISS_HEADER = 'x-offline-miss'

/** What the answer of a result page says of its place in its run. */
export interface SavedPaging extends Paging {
  rowCount: number
}

/** What is read through the worker. */
export type SavedKind = 'page' | 'filters' | 'vehicle-types' | 'notifications' | 'companion'

/** One saved answer without its body. */
export interface SavedEntry {
  /** method, path and canonical query, such as 'GET /api/filters' (requestKey) */
  request: string
  kind: SavedKind
  /** the route of the app that last asked for it, as far as the browser says so */
  route: string
  /** of the body, in bytes */
  size: number
  /** milliseconds since 1970 */
  savedAt: number
  /** milliseconds since 1970; the least recently viewed page goes first */
  viewedAt: number
  /** is never evicted */
  pinned: boolean
  /** of a result page; missing where an earlier version kept it */
  paging?: SavedPaging
}

/** Why nothing can be kept at present. */
export type StoreProblem = 'unavailable' | 'quota'

export interface SavedState {
  entries: SavedEntry[]
  /** actions that wait for the network */
  queued: number
  problem: StoreProblem | null
}

/** At most so many bytes of result pages are kept; pinned ones count, but stay. */
export const SAVED_PAGES_BYTES = 50 * 1024 * 1024
