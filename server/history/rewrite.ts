import type { Sql } from '../platform/db/db.ts'
import type { Offer } from '../prices/offer.ts'
import { offersBetween } from '../prices/save-snapshot.ts'
import { type KeptOffer, readChanges } from './changes.ts'
import { PlaceNumbers, placesById } from './places.ts'
import { ChangesWriter, isIn, type Neighbours } from './store.ts'

/** Tyre ids per round trip, which bounds memory. */
const CHUNK = 2_000

/** The ids of all tyres, a chunk at a time. */
export async function* tyreChunks(sql: Sql): AsyncGenerator<{ after: number; upTo: number }> {
  const last = (await sql.get<{ id: number | null }>('SELECT max(id) AS id FROM tyres'))?.id ?? 0
  for (let after = 0; after < last; after += CHUNK) yield { after, upTo: after + CHUNK }
}

interface Rewritten extends Neighbours {
  siteId: number
  day: string
  /** whether the day is no longer to be in the history */
  removed?: boolean
}

/** After every day, as texts compare. */
const NEVER = '9999-99-99'

/**
 * Writes the changes of a day, and those of the day after it, which follow from it, whatever the history has of them and of days in
 * between that are no longer in it. Slower than the comparison of an import, but neither neighbour needs to have its prices any
 * more: what it had, the history tells. Call it under the lock of an import.
 */
export async function rewriteDay(sql: Sql, rewritten: Rewritten): Promise<void> {
  const { siteId, day, previous, next, removed = false } = rewritten
  const places = await PlaceNumbers.load(sql)
  const before = await offersReader(sql, siteId, previous)
  const at = await offersReader(sql, siteId, removed ? null : day)
  const later = await offersReader(sql, siteId, next)
  const ofDay = new ChangesWriter(sql, siteId, day, places)
  const ofNext = new ChangesWriter(sql, siteId, next ?? day, places)
  for await (const { after, upTo } of tyreChunks(sql)) {
    // All of them are read before anything is written: the later day's state may rest on these changes.
    const [was, is, willBe] = [await before(after, upTo), await at(after, upTo), await later(after, upTo)]
    await sql.run(
      'DELETE FROM price_history WHERE tyre_id > ? AND tyre_id <= ? AND site_id = ? AND day >= ? AND day <= ?',
      after,
      upTo,
      siteId,
      day,
      next ?? NEVER,
    )
    if (!removed) addAll(ofDay, was, is)
    if (next !== null) addAll(ofNext, removed ? was : is, willBe)
    await ofDay.flush()
    await ofNext.flush()
  }
}

type OffersOfTyres = ReadonlyMap<number, readonly Offer[]>

function addAll(changes: ChangesWriter, before: OffersOfTyres, after: OffersOfTyres): void {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    changes.add(id, before.get(id) ?? [], after.get(id) ?? [])
  }
}

type OffersReader = (after: number, upTo: number) => Promise<Map<number, Offer[]>>

/** Reads what a site had on a day of its history, from its prices or, past keeping, from what has changed until then. */
export async function offersReader(sql: Sql, siteId: number, day: string | null): Promise<OffersReader> {
  if (day === null) return async () => new Map()
  if (await isIn(sql, 'snapshots', siteId, day)) {
    return (after, upTo) => offersBetween(sql, siteId, day, after, upTo)
  }
  const places = await placesById(sql)
  return async (after, upTo) => {
    const rows = await sql.all<{ tyre_id: number; changes: string }>(
      `SELECT tyre_id, changes FROM price_history
       WHERE tyre_id > ? AND tyre_id <= ? AND site_id = ? AND day <= ? ORDER BY tyre_id, day`,
      after,
      upTo,
      siteId,
      day,
    )
    const states = new Map<number, Map<number, KeptOffer>>()
    for (const { tyre_id: id, changes } of rows) {
      const state = states.get(id) ?? new Map<number, KeptOffer>()
      states.set(id, state)
      applyChanges(state, changes)
    }
    return new Map([...states].map(([id, state]) => [id, offersOf(state, places)]))
  }
}

function applyChanges(state: Map<number, KeptOffer>, changes: string): void {
  for (const { place, offer } of readChanges(changes)) {
    if (offer) state.set(place, offer)
    else state.delete(place)
  }
}

function offersOf(
  state: ReadonlyMap<number, KeptOffer>,
  places: ReadonlyMap<number, { city: string; warehouse: string }>,
): Offer[] {
  return [...state].flatMap(([place, { inStock, ...prices }]) => {
    const where = places.get(place)
    return where ? [{ ...where, ...prices, stock: inStock === null ? null : Number(inStock) }] : []
  })
}
