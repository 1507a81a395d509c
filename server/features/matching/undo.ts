import { setImmediate as nextTurn } from 'node:timers/promises'
import { lockPrices } from '../../history/backfill.ts'
import type { FormerState } from '../../history/moves/listing-state.ts'
import { placementsOf } from '../../history/moves/move-listings.ts'
import { placeListings } from '../../history/moves/place-listings.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findListing, setExcluded } from './decide-pairs.ts'
import { undoAliases } from './model-lines.ts'

/**
 * Undoes decisions: every listing that they moved returns to its former tyre.
 * @throws Refusal if a later decision has moved one of the listings again
 */
export async function undoDecisions(
  db: Db,
  which: { id: number } | { batch: string },
  userId: string,
): Promise<number> {
  return db.transaction(async (sql) => {
    await lockPrices(sql)
    const [condition, value] = 'id' in which ? ['id = ?', which.id] : ['batch = ?', which.batch]
    const decisions = await sql.all<{ id: number; moved: string; what: string }>(
      `SELECT d.id, d.moved, d.decision || ': ' || s.host || ', ' || l.key || ' → ' || d.tyre_id AS what
       FROM pair_decisions d JOIN listings l ON l.id = d.listing_id JOIN sites s ON s.id = l.site_id
       WHERE d.${condition} AND d.undone = 0 ORDER BY d.id DESC`,
      value as string | number,
    )
    if (decisions.length === 0) throw await notUndone(sql, condition, value as string | number)
    await refuseLater(sql, decisions)
    if ('batch' in which) await undoAliases(sql, which.batch)
    for (const { id, moved } of decisions) {
      for (const state of JSON.parse(moved) as FormerState[]) await restore(sql, state)
      await sql.run`UPDATE pair_decisions SET undone = 1 WHERE id = ${id}`
    }
    await audit(
      sql,
      'matching undone',
      userId,
      decisions.length === 1
        ? (decisions[0]?.what ?? '')
        : `решений: ${decisions.length}, ${decisions[0]?.what}`,
    )
    return decisions.length
  })
}

async function notUndone(sql: Sql, condition: string, value: string | number): Promise<Refusal> {
  const exists = await sql.get(`SELECT 1 AS found FROM pair_decisions WHERE ${condition} LIMIT 1`, value)
  return exists ? new Refusal(409, 'Это решение уже отменено.') : new Refusal(404, 'Такого решения нет.')
}

interface Undoable {
  id: number
  moved: string
}

/**
 * Refuses to undo decisions if a later one is about a listing that they moved, or has moved it with another listing.
 * @param decisions newest first
 */
async function refuseLater(sql: Sql, decisions: readonly Undoable[]): Promise<void> {
  const own = new Set(decisions.map(({ id }) => id))
  /** first of the decisions that moved each listing */
  const first = new Map<number, number>()
  for (const { id, moved } of decisions) for (const listing of idsIn(moved)) first.set(listing, id)
  const later = await sql.all<Undoable & { listing_id: number }>`
    SELECT id, listing_id, moved FROM pair_decisions WHERE id > ${decisions.at(-1)?.id ?? 0} AND undone = 0`
  const isMovedAgain = ({ id, listing_id: decided, moved }: (typeof later)[number]) =>
    !own.has(id) && [decided, ...idsIn(moved)].some((listing) => id > (first.get(listing) ?? id))
  if (later.some(isMovedAgain))
    throw new Refusal(409, 'Об этом предложении потом решили иначе: отмените сначала это решение.')
}

const idsIn = (moved: string): number[] => (JSON.parse(moved) as FormerState[]).map(({ id }) => id)

async function restore(sql: Sql, { id, tyre, how, score, since, excluded }: FormerState): Promise<void> {
  const listing = await findListing(sql, id)
  if (listing.excluded !== excluded) await setExcluded(sql, listing, excluded)
  await sql.run`
    UPDATE listings SET tyre_id = ${tyre}, how = ${how}, score = ${score}, since = ${since} WHERE id = ${id}`
  await placeListings(sql, listing.site_id, placementsOf([{ ...listing, excluded }], tyre))
}

/** Number of decisions up to which a batch is undone in one transaction. */
const MAX_AT_ONCE = 200

/**
 * Undoes the decisions of a batch. Those of a large one, such as the import of a file, have a transaction each, so that
 * others can read and write in between; an interrupted undo can be repeated.
 * @returns number of undone decisions
 * @throws Refusal if a later decision has moved one of the listings again; nothing is undone then
 */
export async function undoDecisionBatch(db: Db, batch: string, userId: string): Promise<number> {
  const decisions = await db.all<Undoable>`
    SELECT id, moved FROM pair_decisions WHERE batch = ${batch} AND undone = 0 ORDER BY id DESC`
  if (decisions.length <= MAX_AT_ONCE) return undoDecisions(db, { batch }, userId)
  await refuseLater(db, decisions)
  for (const { id } of decisions) {
    await undoDecisions(db, { id }, userId)
    await nextTurn()
  }
  await db.transaction((sql) => undoAliases(sql, batch))
  return decisions.length
}
