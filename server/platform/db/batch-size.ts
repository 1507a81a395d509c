import type { SqlValue } from './db.ts'

/** Characters or bytes of the values in one batch, about. */
const BATCH_SIZE = 2_000_000
const MOST_ROWS = 1_000

/** About how much memory a row takes, in characters or bytes. */
export function rowSize(row: readonly SqlValue[]): number {
  let size = 0
  for (const value of row) size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  return size
}

export const isFull = (rows: number, size: number): boolean => rows >= MOST_ROWS || size >= BATCH_SIZE

/** How many rows to ask for next, when those of the last batch were of this size; the first batch is small. */
export function nextCount(rows: readonly (readonly SqlValue[])[]): number {
  if (rows.length === 0) return 10
  const average = rows.reduce((sum, row) => sum + rowSize(row), 0) / rows.length
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH_SIZE / average)))
}
