import type { ReportRow } from '../../../../../contract/reports/report-row.ts'
import type { GridColumn } from '../../../grid/grid-column.ts'
import { identifyingColumns } from '../../../grid/layout.ts'
import { type ColumnSettings, readColumns } from './column-settings.ts'
import { FACETS, type Facet, type GridLayoutName, valueFacet } from './facets.ts'
import { withWidth } from './widths.ts'

/** Number of rows per value below which a column is nearly empty: fewer than a tenth of the rows have one. */
const ROWS_FOR_A_VALUE = 10

export interface ColumnsOfPage {
  layout: GridLayoutName
  columns: readonly GridColumn[]
  rows: readonly ReportRow[]
  /** displayed rows, if `rows` contains more than these; a column that is filled among them is not nearly empty */
  shown?: readonly ReportRow[]
}

/** Columns of a page after a person's column settings (specification 17.8). */
export interface ColumnLayout {
  settings: ColumnSettings
  columns: readonly GridColumn[]
  /** number of nearly empty columns, whether or not they are hidden */
  sparse: number
}

/** Applies column settings. @param texts serialised as in the URL (column-settings.ts) */
export function applyColumnSettings(page: ColumnsOfPage, texts: readonly string[]): ColumnLayout {
  const settings = readColumns(texts)
  const { folded, ownFirst } = settings
  const columns = sized(page, settings)
  // Columns that identify a tyre always come first, and are never hidden.
  const identifying = identifyingColumns(columns)
  const all = ordered(columns.slice(identifying), page.layout, settings)
  const shown = withoutBarePlaces(all, notHidden(all, page.layout, settings))
  const full = withoutBarePlaces(shown, notSparse(shown, page))
  const left = folded ? full : shown
  return {
    settings,
    columns: [...columns.slice(0, identifying), ...(ownFirst ? withOwnFirst(left) : left)],
    sparse: shown.length - full.length,
  }
}

function sized({ columns, layout }: ColumnsOfPage, { widths }: ColumnSettings): readonly GridColumn[] {
  if (widths.size === 0) return columns
  const identifying = identifyingColumns(columns)
  return columns.map((column, index) => {
    const px = widths.get(valueFacet(column, layout)?.key ?? '')
    return px === undefined ? column : withWidth(column, px, index < identifying)
  })
}

/** Sorts the columns by their facets' order. */
function ordered(
  columns: readonly GridColumn[],
  layout: GridLayoutName,
  { order }: ColumnSettings,
): readonly GridColumn[] {
  if (order.length === 0) return columns
  const ranks = new Map(order.map((key, rank) => [key, rank]))
  const placed = columns.map((column, index) => ({ column, index, facets: FACETS[layout](column) }))
  placed.sort((a, b) => {
    const level = a.facets.findIndex((one, index) => one?.key !== b.facets[index]?.key)
    return byRank(ranks, a.facets[level], b.facets[level]) || a.index - b.index
  })
  return placed.map(({ column }) => column)
}

const withOwnFirst = (columns: readonly GridColumn[]): GridColumn[] => [
  ...columns.filter(({ own }) => own),
  ...columns.filter(({ own }) => !own),
]

/** Compares two facets by rank; 0 for different sections, and for two facets that were never moved. */
function byRank(ranks: ReadonlyMap<string, number>, a?: Facet | null, b?: Facet | null): number {
  if (!a || !b || a.section !== b.section) return 0
  const [first, second] = [ranks.get(a.key), ranks.get(b.key)]
  if (first !== undefined && second !== undefined) return first - second
  return Number(second !== undefined) - Number(first !== undefined)
}

function notHidden(
  columns: readonly GridColumn[],
  layout: GridLayoutName,
  { hidden }: ColumnSettings,
): readonly GridColumn[] {
  if (hidden.length === 0) return columns
  const keys = new Set(hidden)
  return columns.filter((column) => !FACETS[layout](column).some((one) => one !== null && keys.has(one.key)))
}

/** Removes nearly empty columns, except those of own prices, because all other prices are compared with them. */
const notSparse = (
  columns: readonly GridColumn[],
  { rows, shown = [] }: Pick<ColumnsOfPage, 'rows' | 'shown'>,
): GridColumn[] =>
  columns.filter(
    ({ own, place, cell }) => own || place || isFull(cell, rows) || (shown.length > 0 && isFull(cell, shown)),
  )

/** Returns whether a tenth of the cells have values. Stops early: a large page has 700,000 cells. */
function isFull(cell: GridColumn['cell'], rows: readonly ReportRow[]): boolean {
  let missing = rows.length / ROWS_FOR_A_VALUE
  for (const row of rows) {
    if (missing <= 0) break
    if (cell(row) !== null) missing--
  }
  return missing <= 0
}

/** Removes the heads of cities, sites and warehouses that lost all their columns; other bare heads stay. */
function withoutBarePlaces(
  before: readonly GridColumn[],
  left: readonly GridColumn[],
): readonly GridColumn[] {
  if (left.length === before.length) return left
  const had = placesWithValues(before)
  const has = placesWithValues(left)
  return left.filter((column) => {
    const place = placeOf(column)
    return !column.place || has.has(place) || !had.has(place)
  })
}

const placeOf = ({ group: { city, site, warehouse } }: GridColumn): string =>
  JSON.stringify([city, site, warehouse])

function placesWithValues(columns: readonly GridColumn[]): ReadonlySet<string> {
  const places = new Set<string>()
  for (const { place, group } of columns) {
    if (place) continue
    const { city, site, warehouse } = group
    for (const names of [
      [city, '', ''],
      [city, site, ''],
      [city, site, warehouse],
    ])
      places.add(JSON.stringify(names))
  }
  return places
}
