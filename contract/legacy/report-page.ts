import type { ReportLayout } from '../lib/lists.ts'
import { MOVES, type MoveCounts } from '../reports/moves.ts'
import type { Cell, CityPrices, Paging, ReportRow, ResultPage } from '../reports/report-row.ts'
import { type GroupCounts, ROW_GROUPS } from '../reports/row-groups.ts'
import { ofEachSpec, type SpecName, TYRE_SPECS } from '../tyre/tyre-specs.ts'
import { readAnalytics, readAvailability, readCities } from './cities.ts'
import { readStringList } from './filter-options.ts'
import { parseLenientJson, ReadError, UNREADABLE } from './lenient-json.ts'
import { count, firstMember, isObject, type JsonObject, member, numberCell, textCell } from './values.ts'

const ROWS = ['items', 'data'] as const
const PAGING_OBJECTS = ['pagination', 'meta'] as const
const PAGING = ['total_rows', 'current_page', 'page', 'total_pages', 'has_more'] as const
const TOTAL_PAGES: Readonly<Record<ReportLayout, readonly string[]>> = {
  analytics: ['page'],
  proposals: ['page'],
  changes: ['total_pages', 'page'],
}
const HIGHLIGHT = ['highlight', 'highlighted', 'is_highlighted', 'color'] as const
const HIGHLIGHTED_CITIES = ['highlight_cities', 'highlighted_cities', 'cities_highlight'] as const
const SPECS = ['specifications', 'tires_specs'] as const

/** Reads a list answer (specification 7.5 and 7.6). @throws ReadError if it is not JSON or has no rows */
export function readReportPage(layout: ReportLayout, body: string): ResultPage {
  const { rows, paging } = parseReportPage(body)
  return {
    rows: rows.map((row) => readReportRow(layout, row)),
    ...readBesideRows(layout, paging),
  }
}

/** Reads everything in a page except its rows. */
export const readBesideRows = (layout: ReportLayout, paging: JsonObject): Omit<ResultPage, 'rows'> => ({
  ...readPaging(layout, paging),
  counts: member(paging, 'counts'),
  groups: readGroupCounts(member(paging, 'groups')),
  state: member(paging, 'state'),
})

/** Reads the numbers of tyres by group; undefined if the server has not stated all of them. */
function readGroupCounts(value: unknown): GroupCounts | undefined {
  if (!isObject(value)) return undefined
  const counts = ROW_GROUPS.map((group) => [group, count(member(value, group))] as const)
  return counts.some(([, number]) => number === null)
    ? undefined
    : (Object.fromEntries(counts) as GroupCounts)
}

/** Reads the paging fields. @param paging as returned by parseReportPage */
export function readPaging(layout: ReportLayout, paging: JsonObject): Paging {
  const hasMore = member(paging, 'has_more')
  return {
    totalRows: count(member(paging, 'total_rows')),
    currentPage: count(member(paging, 'current_page')),
    totalPages: count(firstMember(paging, TOTAL_PAGES[layout])),
    hasMore: typeof hasMore === 'boolean' ? hasMore : null,
  }
}

/** Returns the unparsed rows and paging fields of a list answer. @throws ReadError if it is not JSON or has no rows */
export function parseReportPage(body: string): { rows: JsonObject[]; paging: JsonObject } {
  const answer = parseLenientJson(body)
  const outer = isObject(answer) ? answer : {}
  const rows = Array.isArray(answer) ? answer : firstMember(outer, ROWS)
  const paging = pagingOf(outer)
  if (!Array.isArray(rows)) {
    // Null instead of the list, or paging without a list, means a page without rows.
    const empty = rows === undefined && [...ROWS, ...PAGING].some((key) => member(paging, key) !== undefined)
    if (!empty) throw new ReadError(UNREADABLE)
  }
  return { rows: (Array.isArray(rows) ? rows : []).filter(isObject), paging }
}

/** Reads only the tyre's specs, for callers that need nothing else of the row. */
export function readRowSpecs(row: JsonObject): ReportRow['specs'] {
  return readSpecs(firstMember(row, SPECS))
}

/** Reads one row of a list; accepts any object. */
export function readReportRow(layout: ReportLayout, row: object): ReportRow {
  return READ_ROW[layout](row as JsonObject)
}

/** Returns the paging fields, which are beside the rows or (on price changes) in `pagination` or `meta`. */
function pagingOf(outer: JsonObject): JsonObject {
  const nested = firstMember(outer, PAGING_OBJECTS)
  return isObject(nested) ? { ...outer, ...nested } : outer
}

function readAnalyticsRow(item: JsonObject): ReportRow {
  const cities = readCities(member(item, 'cities'))
  const highlightedCities = readAnalytics(item, cities)
  return {
    specs: readRowSpecs(item),
    own: { price: null, wholesale: null, diffPercent: null },
    cities,
    highlighted: highlightedCities.length > 0,
    highlightedCities,
  }
}

function readChangesRow(item: JsonObject): ReportRow {
  const cities: Map<string, CityPrices> = readAvailability(member(item, 'availability'))
  for (const [name, city] of readCities(member(item, 'cities'))) if (!cities.has(name)) cities.set(name, city)
  const marked = readAnalytics(item, cities)
  const highlightedCities = readStringList(firstMember(item, HIGHLIGHTED_CITIES) ?? marked)
  return {
    specs: readRowSpecs(item),
    own: {
      price: numberCell(member(item, 'daykon_price')),
      wholesale: numberCell(member(item, 'opt_price')),
      diffPercent: numberCell(member(item, 'diff_percent')),
    },
    cities,
    highlighted: firstMember(item, HIGHLIGHT) === true || highlightedCities.length > 0,
    highlightedCities,
  }
}

const READ_ROW: Readonly<Record<ReportLayout, (item: JsonObject) => ReportRow>> = {
  analytics: readAnalyticsRow,
  proposals: readAnalyticsRow,
  changes: readChangesRow,
}

/** Reads the specs of a tyre, each from the first of its names that has a value (specification 7.7). */
export function readSpecs(value: unknown): Record<SpecName, Cell> {
  const object = isObject(value) ? value : {}
  return ofEachSpec((name) => textCell(firstMember(object, TYRE_SPECS[name].read)))
}

/** Reads the tyre counts of a comparison (specification 14.6); null if a count is missing or invalid. */
export function readMoveCounts(value: unknown): MoveCounts | null {
  if (!isObject(value)) return null
  const counts: MoveCounts = { up: 0, down: 0, new: 0, gone: 0 }
  for (const move of MOVES) {
    const read = count(member(value, move))
    if (read === null) return null
    counts[move] = read
  }
  return counts
}
