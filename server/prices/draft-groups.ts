import { PRICE_KINDS } from '../../contract/offers/offer-values.ts'
import type { GrowableBuffer } from './growable-buffer.ts'
import { isBefore } from './offer.ts'
import type { OfferColumns } from './offer-columns.ts'

/** Tyre of a draft with the number of its offers. */
interface CountedTyre {
  offers: number
}

/** Yields pairs of a saved and an unsaved offer, by index, whose prices differ. */
export function* repeatedOffers(
  columns: OfferColumns,
  list: readonly CountedTyre[],
  places: number,
): Generator<[kept: number, left: number]> {
  const { grouped, starts } = groupByTyre(columns.of.tyre, list)
  const differ = (a: number, b: number) =>
    PRICE_KINDS.some((kind) => columns.of[kind].at(a) !== columns.of[kind].at(b))
  /** by index of the warehouse: the tyre last seen there, and in `keptAt` the index of its saved offer */
  const tyreAt = new Int32Array(places).fill(-1)
  const keptAt = new Int32Array(places)
  for (const [tyre, { offers }] of list.entries()) {
    if (offers < 2) continue
    const own = grouped.subarray(starts[tyre], starts[tyre + 1])
    let isRepeated = false
    for (const index of own) {
      const place = columns.of.place.at(index)
      const isFirst = tyreAt[place] !== tyre
      isRepeated ||= !isFirst
      if (isFirst || isBefore(columns.at(index), columns.at(keptAt[place] as number))) keptAt[place] = index
      tyreAt[place] = tyre
    }
    if (!isRepeated) continue
    for (const index of own) {
      const kept = keptAt[columns.of.place.at(index)] as number
      if (kept !== index && differ(kept, index)) yield [kept, index]
    }
  }
}

/** Groups offers by tyre with a counting sort; the order within a tyre is that of the file. */
export function groupByTyre(
  tyreOf: GrowableBuffer,
  list: readonly CountedTyre[],
): { grouped: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(list.length + 1)
  for (const [i, { offers }] of list.entries()) starts[i + 1] = (starts[i] as number) + offers
  const next = starts.slice()
  const grouped = new Uint32Array(tyreOf.length)
  for (let i = 0; i < tyreOf.length; i++) {
    const tyre = tyreOf.at(i)
    const place = next[tyre] as number
    grouped[place] = i
    next[tyre] = place + 1
  }
  return { grouped, starts }
}
