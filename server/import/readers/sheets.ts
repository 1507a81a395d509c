import type { RawCell } from './columns.ts'

/** @param row from 1; `cells` are '' where the row has none */
export type TakeRow = (row: number, cells: RawCell[]) => void

/** Calls `take` for each row of a workbook's sheet, by name or number from 1. */
export type ReadSheet = (sheet: string | number, take: TakeRow) => Promise<void> | void

/** An opened workbook. */
export interface Sheets {
  names: string[]
  read: ReadSheet
}
