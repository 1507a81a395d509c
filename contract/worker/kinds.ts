import { PATHS } from '../paths.ts'
import { REPORTS, type Report, type ReportLayout } from '../reports.ts'
import type { SavedKind } from './saved.ts'

/** One call that is read through the worker. */
export interface SavedCall {
  kind: SavedKind
  /** of a list page: how its answer is read */
  layout?: ReportLayout
}

const CALLS: ReadonlyMap<string, SavedCall> = new Map<string, SavedCall>([
  [`GET ${PATHS.filters}`, { kind: 'filters' }],
  [`POST ${PATHS.vehicleTypes}`, { kind: 'vehicle-types' }],
  [`GET ${PATHS.companion}`, { kind: 'companion' }],
  [`GET ${PATHS.notifications}`, { kind: 'notifications' }],
  ...Object.values(REPORTS).flatMap(({ layout, sources }: Report) =>
    Object.values(sources).map(({ list }): [string, SavedCall] => [`GET ${list}`, { kind: 'page', layout }]),
  ),
])

/** Only what can be served again is read through; everything else, the downloads above all, passes untouched. */
export function savedCallOf(method: string, pathname: string): SavedCall | undefined {
  return CALLS.get(`${method} ${pathname}`)
}

/** Calls that are kept and sent later when there is no network. */
const ACTIONS: ReadonlySet<string> = new Set([
  `POST ${PATHS.readNotification}`,
  `POST ${PATHS.deleteNotification}`,
])

export function isQueuedAction(method: string, pathname: string): boolean {
  return ACTIONS.has(`${method} ${pathname}`)
}
