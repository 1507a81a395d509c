import type { ModelAlias } from '../../matching/alias-book.ts'
import type { Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import { writeAliases } from '../../prices/listings/listing-store.ts'

/**
 * Stores what a person decided about two model lines. Batches that decided about them before stay in the row, oldest
 * first, so that undoing the last one returns to the decision before it.
 */
export async function decideAlias(sql: Sql, alias: ModelAlias, batch: string): Promise<void> {
  await writeAliases(sql, [alias])
  await sql.run(
    `UPDATE model_aliases SET batch = trim(batch || ' ' || ?) WHERE family = ? AND line_a = ? AND line_b = ?`,
    batch,
    alias.family,
    alias.lineA,
    alias.lineB,
  )
}

/** Resets the model lines about which a batch decided to the last decision that is not undone; 0 without one. */
export async function undoAliases(sql: Sql, batch: string): Promise<void> {
  const rows = await sql.all<{ family: string; line_a: string; line_b: string; batches: string }>(
    'SELECT family, line_a, line_b, batch AS batches FROM model_aliases WHERE batch LIKE ?',
    `%${batch}%`,
  )
  for (const { family, line_a, line_b, batches } of rows) {
    const others = batches.split(' ').filter((one) => one !== batch)
    await sql.run(
      'UPDATE model_aliases SET decided = ?, batch = ? WHERE family = ? AND line_a = ? AND line_b = ?',
      await lastDecision(sql, others),
      others.join(' '),
      family,
      line_a,
      line_b,
    )
  }
}

/** @returns 1 for 'same', -1 for 'different', 0 if all decisions are undone */
async function lastDecision(sql: Sql, batches: readonly string[]): Promise<number> {
  if (batches.length === 0) return 0
  const { places, values } = inList(batches)
  const last = await sql.get<{ decision: string }>(
    `SELECT decision FROM pair_decisions WHERE batch IN (${places}) AND undone = 0 ORDER BY id DESC LIMIT 1`,
    ...values,
  )
  if (!last) return 0
  return last.decision === 'same' ? 1 : -1
}
