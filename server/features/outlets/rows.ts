import { setImmediate as others } from 'node:timers/promises'
import type { Sql } from '../../platform/db/db.ts'
import type { OutletRow } from './outlet.ts'

const CHUNK = 1_000

/** Rows of an outlet that one or more of its publications have. */
export interface RowSet {
  outlet_id: number
  content: string
}

/** Stores rows, which never change afterwards. */
export const storeRows = (
  sql: Sql,
  { outlet_id, content }: RowSet,
  rows: readonly OutletRow[],
): Promise<void> =>
  sql.insertMany(
    'outlet_rows',
    ['outlet_id', 'content', 'place', 'line'],
    rows.map((row, place) => [outlet_id, content, place, JSON.stringify(row)]),
  )

/**
 * Yields stored rows in chunks, and to other requests between them.
 * @param prices number of the rows
 * @throws Error if rows were removed meanwhile, so that a part never looks like the whole
 */
export async function* readRows(
  sql: Sql,
  { outlet_id, content, prices }: RowSet & { prices: number },
): AsyncGenerator<OutletRow[]> {
  for (let from = 0; from < prices; from += CHUNK) {
    const rows = await sql.all<{ line: string }>(
      'SELECT line FROM outlet_rows WHERE outlet_id = ? AND content = ? AND place >= ? AND place < ? ORDER BY place',
      outlet_id,
      content,
      from,
      from + CHUNK,
    )
    if (rows.length < Math.min(CHUNK, prices - from)) throw new Error('rows of a publication were removed')
    yield rows.map(({ line }) => JSON.parse(line) as OutletRow)
    await others()
  }
}
