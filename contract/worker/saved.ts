import type { Paging } from '../reports/report-row.ts'

/** Name of the worker's database, which stores answers on the device (specification 8.2). */

export const DATABASE_NAME = 'tyre-prices'

/** Header of an answer from the device: the time at which it was saved, as an ISO timestamp. */
export const SAVED_AT_HEADER = 'x-saved-at'

/** Header of a saved answer that was used because a gateway answered instead of the server: the gateway's status. */
export const GATEWAY_HEADER = 'x-gateway-status'

/** Status, and header, of the worker's own answer if there is neither a network nor a saved copy. */
export const OFFLINE_MISS_STATUS = 504
export const OFFLINE_MISS_HEADER = 'x-offline-miss'

/** Position of a saved page in its result set. */
export interface SavedPaging extends Paging {
  rowCount: number
}

/** Kinds of requests that go through the worker's saved answers. */
export type SavedKind = 'page' | 'filters' | 'vehicle-types' | 'notifications' | 'companion' | 'card'

/** One saved answer without its body. */
export interface SavedEntry {
  /** method, path and sorted query, such as 'GET /api/filters' (requestKey) */
  request: string
  kind: SavedKind
  /** route of the app's page that last requested it, if the browser reports it */
  route: string
  /** size of the body in bytes */
  size: number
  /** milliseconds since 1970 */
  savedAt: number
  /** milliseconds since 1970; the least recently viewed page is evicted first */
  viewedAt: number
  /** whether the answer is never evicted */
  pinned: boolean
  /** whether a person saved its result set with 'Сохранить отчёт' */
  kept?: boolean | undefined
  /** for a result page; missing if an earlier version saved it */
  paging?: SavedPaging
}

/** Reason why nothing can be saved at present. */
export type StoreProblem = 'unavailable' | 'quota'

export interface SavedState {
  entries: SavedEntry[]
  /** actions waiting for the network */
  queued: number
  problem: StoreProblem | null
}

/** Maximum number of tyres whose cards are saved, each with its histories (specification 15.4). */
export const SAVED_CARDS = 200

/** Maximum bytes of saved result pages; pinned ones count but are never evicted. */
export const SAVED_PAGES_BYTES = 50 * 1024 * 1024
