import { type ColumnKind, filledColumns, type IsOwnSite } from '../reports/columns.ts'
import type { NonEmptyColumns } from '../reports/filled.ts'
import type { Cell, ReportRow } from '../reports/report-row.ts'
import type { PriceType, Report } from '../reports/reports.ts'

export type SheetColumnKind = ColumnKind | 'date'

/** A column of a downloaded table with rows of this type. */
export interface SheetColumn<Row = ReportRow> {
  /** place such as 'Москва · a.ru · Склад 1'; '' for columns that describe the tyre */
  group: string
  label: string
  kind: SheetColumnKind
  cell(row: Row): Cell
}

/** A column of a downloaded report. */
export interface ReportColumn extends SheetColumn {
  /** id of the grid's column (Column); 'date' for the day */
  id: string
}

/**
 * Returns the grid's columns for a file. The day comes first, so that files of several days can be combined. Columns
 * that only repeat city, site and warehouse are left out, because the header contains these.
 * @param day YYYY-MM-DD
 */
export function sheetColumns(
  report: Report,
  priceType: PriceType,
  filled: NonEmptyColumns,
  day: string,
  isOwnSite: IsOwnSite,
): ReportColumn[] {
  const columns = filledColumns(report, priceType, filled, isOwnSite).filter((column) => !column.place)
  return [
    { id: 'date', group: '', label: 'Дата', kind: 'date', cell: () => day },
    ...columns.map(({ id, group: { city, site, warehouse }, label, kind, cell }) => ({
      id,
      group: [city, site, warehouse].filter(Boolean).join(' · '),
      label,
      kind,
      cell,
    })),
  ]
}

/** Returns the number of frozen columns: the day and the first columns that identify the tyre, at most four. */
export function frozenColumns(columns: readonly SheetColumn<never>[]): number {
  const first = columns.findIndex(({ kind, group }) => group !== '' || (kind !== 'text' && kind !== 'date'))
  return Math.min(first === -1 ? columns.length : first, 4)
}
