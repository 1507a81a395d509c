import type { ReportRow } from '../../../contract/reports/report-row.ts'

/** Height in px of a data row by density. */
export const ROW_HEIGHTS = { cosy: 32, dense: 26 } as const
export type Density = keyof typeof ROW_HEIGHTS

/** Head of a group of rows, displayed as a line of its own. */
export interface RowGroupHead {
  id: string
  label: string
  /** number of rows of the group on all pages */
  count: number
  isFolded: boolean
  /** index of the row before which the head is displayed; the number of rows for a head after the last one */
  before: number
}

/** Vertical positions of a page's rows and group heads, which are all equally high. */
export interface RowLines {
  /** height of a line in px */
  height: number
  count: number
  rowCount: number
  heads: readonly RowGroupHead[]
  lineOf(row: number): number
  /** Returns the row in a line; that of a head is the row after it. May be outside of the page's rows. */
  rowAt(line: number): number
}

const NO_HEADS: readonly RowGroupHead[] = []

/** @param heads in the order of their rows */
export function rowLines(
  rowCount: number,
  density: Density = 'cosy',
  heads: readonly RowGroupHead[] = NO_HEADS,
): RowLines {
  return {
    height: ROW_HEIGHTS[density],
    count: rowCount + heads.length,
    rowCount,
    heads,
    lineOf: (row) => row + heads.filter(({ before }) => before <= row).length,
    rowAt: (line) => line - heads.filter(({ before }, index) => before + index < line).length,
  }
}

/** Returns whether these are the rows of the same page, of which the former ones came first. */
export const continuesPage = (former: readonly ReportRow[], rows: readonly ReportRow[]): boolean =>
  former.length <= rows.length && former.every((row, index) => row === rows[index])
