import type { SqlValue } from './db.ts'

/** Approximate maximum size of a batch in characters or bytes. */
const BATCH_SIZE = 2_000_000
const MOST_ROWS = 1_000

/** Estimates the memory of a row, in characters or bytes. */
export function rowSize(row: readonly SqlValue[]): number {
  let size = 0
  for (const value of row) size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  return size
}

export const isFull = (rows: number, size: number): boolean => rows >= MOST_ROWS || size >= BATCH_SIZE

/** Returns the number of rows to fetch next, computed from the size of the last batch; the first batch is small. */
export function nextCount(rows: readonly (readonly SqlValue[])[]): number {
  if (rows.length === 0) return 10
  const average = rows.reduce((sum, row) => sum + rowSize(row), 0) / rows.length
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH_SIZE / average)))
}
