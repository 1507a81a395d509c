import { analyticsPath, LISTS, type ReportLayout } from '../lib/lists.ts'
import { PATHS, TYRE_PATHS, VIEW_PATHS } from '../paths.ts'
import type { SavedKind } from './saved.ts'

/** Kind of a request that the worker can answer from saved data. */
export interface SavedCall {
  kind: SavedKind
  /** layout of the answer; only for kind 'page' */
  layout?: ReportLayout
}

const CALLS: ReadonlyMap<string, SavedCall> = new Map<string, SavedCall>([
  [`GET ${PATHS.filters}`, { kind: 'filters' }],
  [`POST ${PATHS.vehicleTypes}`, { kind: 'vehicle-types' }],
  [`GET ${PATHS.companion}`, { kind: 'companion' }],
  [`GET ${PATHS.freshness}`, { kind: 'companion' }],
  [`GET ${PATHS.today}`, { kind: 'companion' }],
  [`GET ${VIEW_PATHS.views}`, { kind: 'companion' }],
  [`GET ${PATHS.notifications}`, { kind: 'notifications' }],
  ...Object.entries(LISTS).map(([name, layout]): [string, SavedCall] => [
    `GET ${analyticsPath(name)}`,
    { kind: 'page', layout },
  ]),
])

/**
 * Returns the kind of a request that can be answered from saved data. All other requests, above all downloads, are not
 * intercepted.
 */
export function savedCallOf(method: string, pathname: string): SavedCall | undefined {
  return method === 'GET' && pathname.startsWith(`${TYRE_PATHS.tyres}/`)
    ? { kind: 'card' }
    : CALLS.get(`${method} ${pathname}`)
}

/** Requests that are queued offline and sent later. */
const ACTIONS: ReadonlySet<string> = new Set([
  `POST ${PATHS.readNotification}`,
  `POST ${PATHS.deleteNotification}`,
])

export function isQueuedAction(method: string, pathname: string): boolean {
  return ACTIONS.has(`${method} ${pathname}`)
}
