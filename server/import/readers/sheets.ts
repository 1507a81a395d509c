import type { RawCell } from './columns.ts'

/**
 * @param row number of the row, from 1
 * @param cells values of the row; '' for empty cells
 */
export type TakeRow = (row: number, cells: RawCell[]) => void

/** Calls `take` for each row of a workbook's sheet, which is given by name or number from 1. */
export type ReadSheet = (sheet: string | number, take: TakeRow) => Promise<void> | void

/** Opened workbook. */
export interface Sheets {
  names: string[]
  read: ReadSheet
}
