import { ReadError } from '../legacy/lenient-json.ts'
import { isObject, member } from '../legacy/values.ts'
import { isIsoDate } from '../lib/dates.ts'
import { REPORT_IDS, REPORTS, type ReportId } from '../reports/reports.ts'
import { isRelativeDay } from './view-day.ts'

/** Owner of a view: the person who created it, or everybody who signs in. */
const VIEW_SCOPES = ['own', 'team'] as const
export type ViewScope = (typeof VIEW_SCOPES)[number]

export const VIEW_NAME_LENGTH = 80
export const VIEW_QUERY_LENGTH = 8_000
/** Maximum number of views per user, and of the team's views (specification 18.5). */
export const MAX_VIEWS = 100

/** Stored settings of a report (specification 18.1). */
export interface ViewBody {
  /** trimmed, 1 to 80 characters in one line */
  name: string
  report: ReportId
  /** query of the report's URL, without day and page */
  query: string
  /** a relative day, or YYYY-MM-DD */
  day: string
  scope: ViewScope
}

export interface SavedView extends ViewBody {
  /** id created by the device that saved the view: 32 hexadecimal digits */
  id: string
  /** name of the user who created it */
  owner: string
  /** number of changes; 0 while the view is stored on the device only */
  version: number
  /** whether the requesting user created it */
  mine: boolean
  /** whether the requesting user may change and delete it */
  editable: boolean
}

/** Parameters that a view does not store: its day is a separate field, and it opens at the first page. */
const NOT_KEPT: readonly string[] = ['date', 'page']
const ID = /^[0-9a-f]{32}$/
/** Matches a query as viewQuery writes it. */
const QUERY = /^[\w.~!*'()%&=-]*$/
/**
 * Characters that a name must not contain: invisible ones and those that change the text direction. Joiners are
 * allowed, because emoji contain them.
 */
const NOT_IN_A_LINE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u
const SEEN = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

export const isViewId = (id: string): boolean => ID.test(id)

/** Normalises a name; null if it is invalid. */
export function viewName(typed: string): string | null {
  const name = typed.trim()
  const fits = name.length <= VIEW_NAME_LENGTH && SEEN.test(name) && !NOT_IN_A_LINE.test(name)
  return fits ? name : null
}

/**
 * Returns the part of a report's query that a view stores.
 * @param query names and values of the report's query, decoded
 */
export function viewQuery(query: Iterable<readonly [string, string]>): string {
  return [...query]
    .filter(([name]) => !NOT_KEPT.includes(name))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
}

/**
 * Validates a view.
 * @throws ReadError unless its query and name could have been returned by viewQuery and viewName
 */
export function readViewBody(value: unknown): ViewBody {
  if (!isObject(value)) throw new ReadError('No view')
  const text = (key: string): string => {
    const field = member(value, key)
    if (typeof field !== 'string') throw new ReadError(`No ${key} of a view`)
    return field
  }
  const [name, query, day] = [text('name'), text('query'), text('day')]
  const report = REPORT_IDS.find((id) => id === text('report'))
  const scope = VIEW_SCOPES.find((one) => one === text('scope'))
  if (!report || !scope) throw new ReadError('Unknown report or scope of a view')
  if (viewName(name) !== name) throw new ReadError('No name of a view')
  if (!isRelativeDay(day) && !isIsoDate(day)) throw new ReadError('No day of a view')
  if (!isViewQuery(query)) throw new ReadError('No query of a view')
  return { name, report, query, day, scope }
}

function isViewQuery(query: string): boolean {
  return (
    query.length <= VIEW_QUERY_LENGTH &&
    QUERY.test(query) &&
    // Compares decoded names, because readers of the URL decode them too.
    !query.split('&').some((part) => NOT_KEPT.includes(decodedName(part)))
  )
}

/** Decodes a parameter's name like a URL; '' if it cannot be decoded. */
function decodedName(part: string): string {
  try {
    return decodeURIComponent((part.split('=', 1)[0] ?? '').replaceAll('+', ' '))
  } catch {
    return ''
  }
}

/** Returns the app's URL of a view on a day, YYYY-MM-DD. */
export function viewAddress({ report, query }: ViewBody, day: string): string {
  return `${REPORTS[report].route}?${[`date=${day}`, query].filter(Boolean).join('&')}`
}
