import { MATCHING_CALLS } from '../../../contract/matching/matching-calls.ts'
import { CATALOG_PATHS, PATHS, SESSION_PATHS, TYRE_PATHS, VIEW_PATHS } from '../../../contract/paths.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { seededRandom } from '../../../server/sample/generate-sample.ts'
import { KINDS, requestsOf } from '../lists/requests.ts'
import { BRANDS, madeUpTyre, TYRES } from '../support/made-up-day.ts'
import { USER } from '../support/server.ts'
import { SHOWN_DAYS } from '../support/workspace.ts'

/** One request; with a body, it is a POST. */
export interface Request {
  path: string
  body?: object
}

interface Kind {
  /** how many of them the app sends in one visit; undefined for the poll, which depends on open tabs instead */
  perVisit: number | undefined
  /** @param n number of the request, from which its parameters follow */
  request(n: number): Request
}

const LAST_DAY = SHOWN_DAYS.at(-1) as string
const at = (path: string, query: Record<string, string> = {}): Request => {
  const text = new URLSearchParams(query).toString()
  return { path: text === '' ? path : `${path}?${text}` }
}
const fixed = (path: string, query?: Record<string, string>) => () => at(path, query)
const oneOf = <T>(from: readonly T[], n: number): T =>
  from[Math.floor(seededRandom(n + 1)() * from.length)] as T
const keyOf = (n: number): string => tyreKey({ ...madeUpTyre(Math.floor(seededRandom(n + 1)() * TYRES)) })

const lists = Object.keys(KINDS).map((kind) => requestsOf(kind, 11))

/**
 * Requests of a visit as the app sent them in Chromium on 2026-11-28: a start, the home page, a report, 'Применить',
 * the next page, 'Рынок', the list, a search, notifications. Files of the app are left out, because the worker serves
 * them. Cards, files and sign-ins are added, the latter two with the share of visits that have one.
 */
export const VISIT = {
  'session check': { perVisit: 8, request: fixed(SESSION_PATHS.checkToken) },
  'what is offered': { perVisit: 8, request: fixed(PATHS.companion) },
  'saved views': { perVisit: 6, request: fixed(VIEW_PATHS.views) },
  freshness: { perVisit: 6, request: fixed(PATHS.freshness) },
  today: { perVisit: 5, request: fixed(PATHS.today) },
  'filter options': { perVisit: 5, request: fixed(PATHS.filters) },
  search: { perVisit: 5, request: (n) => at(CATALOG_PATHS.search, { q: `${oneOf(BRANDS, n)} R1${n % 8}` }) },
  'list page': {
    perVisit: 4,
    request: (n) => ({ path: (lists[n % lists.length] as (typeof lists)[number]).next().value }),
  },
  coverage: { perVisit: 4, request: fixed(MATCHING_CALLS.coverage.path) },
  'vehicle types': { perVisit: 3, request: () => ({ path: PATHS.vehicleTypes, body: {} }) },
  'charts of a page': {
    perVisit: 3,
    request: (n) => ({
      path: CATALOG_PATHS.sparklines,
      body: {
        keys: Array.from({ length: 100 }, (_, of) => keyOf(n * 100 + of)),
        kind: 'retail',
        city: '',
        date: LAST_DAY,
      },
    }),
  },
  'a tyre’s card': { perVisit: 2, request: (n) => at(`${TYRE_PATHS.tyres}/${keyOf(n)}`) },
  'a tyre’s history': { perVisit: 2, request: (n) => at(`${TYRE_PATHS.tyres}/${keyOf(n)}/history`) },
  'file of a brand': {
    perVisit: 0.05,
    request: (n) => ({
      path: REPORTS.retail.sources.retail.download,
      body: { date: LAST_DAY, brand: oneOf(BRANDS, n) },
    }),
  },
  'sign-in': { perVisit: 0.05, request: () => ({ path: SESSION_PATHS.login, body: USER }) },
  'poll of notifications': { perVisit: undefined, request: fixed(PATHS.notifications) },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof VISIT
