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
  ...[PATHS.companion, PATHS.freshness, PATHS.today, VIEW_PATHS.views].map((path): [string, SavedCall] => [
    `GET ${path}`,
    { kind: 'companion' },
  ]),
  [`GET ${PATHS.notifications}`, { kind: 'notifications' }],
  ...Object.entries(LISTS).map(([name, layout]): [string, SavedCall] => [
    `GET ${analyticsPath(name)}`,
    { kind: 'page', layout },
  ]),
])

/** Returns the kind of a request that saved data can answer; undefined for others, above all downloads. */
export function savedCallOf(method: string, pathname: string): SavedCall | undefined {
  return method === 'GET' && pathname.startsWith(`${TYRE_PATHS.tyres}/`)
    ? { kind: 'card' }
    : CALLS.get(`${method} ${pathname}`)
}

/** Requests that are queued offline and sent later. */
const ACTIONS: readonly string[] = [PATHS.readNotification, PATHS.deleteNotification]

export const isQueuedAction = (method: string, pathname: string): boolean =>
  method === 'POST' && ACTIONS.includes(pathname)
