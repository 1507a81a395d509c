import { getOrAdd } from '../../contract/lib/get-or-add.ts'
import type { Sql } from '../platform/db/db.ts'
import type { Offer } from '../prices/offer.ts'
import { offersBetween } from '../prices/save-snapshot.ts'
import { tyreRanges } from '../prices/tyre-catalog.ts'
import { applyDayChanges, type HistoryOffer, historyOffers } from './changes.ts'
import { LocationIds, locationsById } from './location-ids.ts'
import { ChangesWriter, isDayStored, type Neighbours } from './store.ts'

/** Number of tyre ids per round trip, which bounds memory. */
export const IDS_AT_ONCE = 2_000

interface RewriteOptions extends Neighbours {
  siteId: number
  day: string
  /** true if the day is to be removed from the history */
  removed?: boolean
}

/** Text that sorts after every day. */
const NEVER = '9999-99-99'

/**
 * Rewrites the changes of a day and of the next day, which depend on it, whatever the history contains for them and
 * for removed days in between. Slower than the comparison of an import, but it works when the prices of the
 * neighbouring days are no longer stored: they are reconstructed from the history. Must be called under the lock of
 * an import.
 */
export async function rewriteDay(sql: Sql, options: RewriteOptions): Promise<void> {
  const { siteId, day, previous, next, removed = false } = options
  const locationIds = await LocationIds.load(sql)
  const readPrevious = await offersReader(sql, siteId, previous)
  const readCurrent = await offersReader(sql, siteId, removed ? null : day)
  const readNext = await offersReader(sql, siteId, next)
  const dayChanges = new ChangesWriter(sql, siteId, day, locationIds)
  const nextDayChanges = new ChangesWriter(sql, siteId, next ?? day, locationIds)
  for await (const { after, upTo } of tyreRanges(sql, IDS_AT_ONCE)) {
    // All three days are read before changes are deleted from which the later day may be reconstructed.
    const [previousOffers, currentOffers, nextOffers] = [
      await readPrevious(after, upTo),
      await readCurrent(after, upTo),
      await readNext(after, upTo),
    ]
    await sql.run`
      DELETE FROM price_history
      WHERE tyre_id > ${after} AND tyre_id <= ${upTo} AND site_id = ${siteId} AND day >= ${day}
      AND day <= ${next ?? NEVER}`
    if (!removed) addAll(dayChanges, previousOffers, currentOffers)
    if (next !== null) addAll(nextDayChanges, removed ? previousOffers : currentOffers, nextOffers)
    await dayChanges.flush()
    await nextDayChanges.flush()
  }
}

type OffersOfTyres = ReadonlyMap<number, readonly Offer[]>

function addAll(changes: ChangesWriter, before: OffersOfTyres, after: OffersOfTyres): void {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    changes.add(id, before.get(id) ?? [], after.get(id) ?? [])
  }
}

type OffersReader = (after: number, upTo: number) => Promise<Map<number, Offer[]>>

/** Returns a reader of a site's offers on a day: the stored prices, or all changes up to that day once they expired. */
export async function offersReader(sql: Sql, siteId: number, day: string | null): Promise<OffersReader> {
  if (day === null) return async () => new Map()
  if (await isDayStored(sql, 'snapshots', siteId, day)) {
    return (after, upTo) => offersBetween(sql, siteId, day, after, upTo)
  }
  const locations = await locationsById(sql)
  return async (after, upTo) => {
    const rows = await sql.all<{ tyre_id: number; changes: string }>`
      SELECT tyre_id, changes FROM price_history
      WHERE tyre_id > ${after} AND tyre_id <= ${upTo} AND site_id = ${siteId} AND day <= ${day}
      ORDER BY tyre_id, day`
    const states = new Map<number, Map<number, HistoryOffer>>()
    for (const { tyre_id: id, changes } of rows)
      applyDayChanges(
        getOrAdd(states, id, () => new Map()),
        changes,
      )
    return new Map([...states].map(([id, state]) => [id, historyOffers(state, locations)]))
  }
}
