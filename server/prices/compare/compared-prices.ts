import { MOVE_MARKS } from '../../../contract/reports/moves.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import type { PlaceFilters } from '../filter-fit.ts'
import { compareOffers } from '../price-change.ts'
import type { SiteOffer } from '../stored-offers.ts'
import { loadTyrePrices, type PricedTyres, type TyrePrices } from '../tyre-prices.ts'
import type { DayPair } from './compare-days.ts'
import { moveOf, pairPlaces } from './place-pairs.ts'

/**
 * Loads the day's prices like loadTyrePrices, adds each price's change since the comparison day, and adds the offers
 * that only the comparison day has.
 * @param sites hosts of the sites with prices of both days; offers of other sites have no change
 */
export async function loadComparedPrices(
  sql: ReadSql,
  index: PricedTyres,
  { day, compare }: DayPair,
  sites: ReadonlySet<string>,
  positions: Uint32Array,
  filters: PlaceFilters,
  isOwnSite: (host: string) => boolean,
): Promise<TyrePrices[]> {
  const now = await loadTyrePrices(sql, index, day, positions, filters, isOwnSite)
  const then = await loadTyrePrices(sql, index, compare, positions, filters, isOwnSite)
  return now.map((tyre, i) => ({ ...tyre, ...compared(tyre.offers, then[i]?.offers ?? [], sites) }))
}

function compared(
  now: readonly SiteOffer[],
  then: readonly SiteOffer[],
  sites: ReadonlySet<string>,
): Pick<TyrePrices, 'offers' | 'gone'> {
  const offers: SiteOffer[] = []
  const gone: SiteOffer[] = []
  const before = Map.groupBy(then, ({ site }) => site)
  const after = Map.groupBy(now, ({ site }) => site)
  for (const site of new Set([...after.keys(), ...before.keys()])) {
    const isCompared = sites.has(site)
    for (const pair of pairPlaces(before.get(site) ?? [], after.get(site) ?? [])) {
      const move = isCompared ? moveOf(pair) : null
      if (move === 'gone' && pair.before) gone.push({ ...pair.before, change: MOVE_MARKS.gone })
      else if (pair.after)
        offers.push(changed(pair.after, isCompared ? pair.before : undefined, move === 'new'))
    }
  }
  return { offers, gone }
}

function changed(after: SiteOffer, before: SiteOffer | undefined, isNew: boolean): SiteOffer {
  const [offer] = compareOffers([after], before ? [before] : []).offers
  return { ...after, change: isNew ? MOVE_MARKS.new : (offer?.change ?? null) }
}
