import { PRICE_KINDS, type PriceKind } from '../../../contract/offers/offer-values.ts'
import type { Sql } from '../../platform/db/db.ts'
import { recogniseTyres } from '../../prices/listings/identify-list.ts'
import type { Offer } from '../../prices/offer.ts'
import { compareOffers, type PriceMove } from '../../prices/price-change.ts'
import type { CollectedDraft } from '../../prices/snapshot-draft.ts'

import { lastDay, storedOffers } from './site-days.ts'

/** Comparison of a price list with the last day of its site. */
export interface Comparison {
  /** last day of the site; `tyres` and `offers` are that day's counts */
  day: string
  tyres: number
  offers: number
  /** `newTyres`: number of tyres only in the price list; `goneTyres`: number of tyres only on the last day */
  newTyres: number
  goneTyres: number
  /** number of tyres with a changed price */
  changed: number
  /**
   * change of the median price in percent, over the tyres that both the price list and the last day have; only kinds of
   * price that both have
   */
  medianMoves: Partial<Record<PriceKind, number>>
  /** largest price changes beyond UNUSUAL_PERCENT, at most BEYOND_SHOWN; `beyondCount` counts all of them */
  beyond: PriceMove[]
  beyondCount: number
}

/** Limit in percent above which a price change, or the change of a median, is unusual (specification 13.9). */
export const UNUSUAL_PERCENT = 100 / 3
const BEYOND_SHOWN = 20

/** Compares a price list with the site's last day up to `day`. */
export async function compareWithLast(
  sql: Sql,
  { site, day }: { site: string; day: string },
  draft: CollectedDraft,
): Promise<Comparison | null> {
  const last = await lastDay(sql, site, day)
  if (!last) return null
  const ids = await recogniseTyres(sql, { site, day }, draft.list)
  const indexById = new Map(ids.flatMap((id, index) => (id === undefined ? [] : [[id, index] as const])))
  const offersOf = draft.offersByTyre()
  const medians = createMedians()
  const largest = new Largest()
  let common = 0
  let changed = 0
  for await (const { tyre, offers: before } of storedOffers(sql, last.siteId, last.day)) {
    const index = indexById.get(tyre)
    if (index === undefined) continue
    const after = offersOf(index)
    common++
    medians.add(before, after)
    const move = compareOffers(after, before).largest
    if (!move) continue
    changed++
    if (Math.abs(move.percent) > UNUSUAL_PERCENT) {
      largest.add({ ...move, specs: (draft.list[index] as { specs: PriceMove['specs'] }).specs })
    }
  }
  return {
    day: last.day,
    tyres: last.tyres,
    offers: last.offers,
    newTyres: draft.tyres - common,
    goneTyres: last.tyres - common,
    changed,
    medianMoves: medians.moves(),
    beyond: largest.sorted(),
    beyondCount: largest.count,
  }
}

/** Collects the BEYOND_SHOWN largest of any number of price changes, in bounded memory. */
class Largest {
  #moves: PriceMove[] = []
  count = 0

  add(move: PriceMove): void {
    this.count++
    this.#moves.push(move)
    if (this.#moves.length > 50 * BEYOND_SHOWN) this.#moves = this.sorted()
  }

  sorted(): PriceMove[] {
    return this.#moves.sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent)).slice(0, BEYOND_SHOWN)
  }
}

function createMedians() {
  const sides = PRICE_KINDS.map((kind) => ({ kind, before: [] as number[], after: [] as number[] }))
  return {
    add(before: readonly Offer[], after: readonly Offer[]): void {
      for (const side of sides) {
        const [was, is] = [medianPrice(before, side.kind), medianPrice(after, side.kind)]
        if (was === undefined || is === undefined) continue
        side.before.push(was)
        side.after.push(is)
      }
    },
    moves(): Partial<Record<PriceKind, number>> {
      const moves: Partial<Record<PriceKind, number>> = {}
      for (const { kind, before, after } of sides) {
        const [was, is] = [median(before), median(after)]
        if (was !== undefined && is !== undefined && was > 0) moves[kind] = (is / was - 1) * 100
      }
      return moves
    },
  }
}

const medianPrice = (offers: readonly Offer[], kind: PriceKind): number | undefined =>
  median(offers.flatMap((offer) => offer[kind] ?? []))

/** @returns undefined without numbers */
function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
