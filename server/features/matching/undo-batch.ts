import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db, Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import { undoAliases } from './alias-decisions.ts'
import { MatchingRefusal, undoDecisions } from './decide.ts'

interface BatchDecision {
  id: number
  moved: string
}

/** Number of decisions up to which a batch is undone in one transaction. */
const MOST_AT_ONCE = 200
/** Number of listings per query. */
const CHUNK = 500

/**
 * Undoes the decisions of a batch. Those of a large one, such as the import of a file, have a transaction each, so that
 * others can read and write in between; an interrupted undo can be repeated.
 * @returns number of undone decisions
 * @throws MatchingRefusal if a later decision has moved one of the listings again; nothing is undone then
 */
export async function undoDecisionBatch(db: Db, batch: string, userId: string): Promise<number> {
  const decisions = await db.all<BatchDecision>(
    'SELECT id, moved FROM pair_decisions WHERE batch = ? AND undone = 0 ORDER BY id DESC',
    batch,
  )
  if (decisions.length <= MOST_AT_ONCE) return undoDecisions(db, { batch }, userId)
  await refuseLater(db, batch, decisions)
  for (const { id } of decisions) {
    await undoDecisions(db, { id }, userId)
    await nextTurn()
  }
  await db.transaction((sql) => undoAliases(sql, batch))
  return decisions.length
}

/** @param decisions newest first */
async function refuseLater(sql: Sql, batch: string, decisions: readonly BatchDecision[]): Promise<void> {
  /** first decision of the batch that moved each listing */
  const first = new Map<number, number>()
  for (const { id, moved } of decisions) {
    for (const listing of JSON.parse(moved) as { id: number }[]) first.set(listing.id, id)
  }
  const listings = [...first.keys()]
  for (let from = 0; from < listings.length; from += CHUNK) {
    const { places, values } = inList(listings.slice(from, from + CHUNK))
    const last = await sql.all<{ listing_id: number; id: number }>(
      `SELECT listing_id, max(id) AS id FROM pair_decisions
       WHERE listing_id IN (${places}) AND undone = 0 AND batch <> ? GROUP BY listing_id`,
      ...values,
      batch,
    )
    if (last.some(({ listing_id: listing, id }) => id > (first.get(listing) as number)))
      throw new MatchingRefusal(409, 'Об этом предложении потом решили иначе: отмените сначала это решение.')
    await nextTurn()
  }
}
