import type { Filled } from '../../../contract/filled.ts'
import { keepNewest } from '../../keep-newest.ts'
import type { PricedTyres } from '../tyre-prices.ts'

/** Of one day: reports, with the filters of a few people. */
const KEPT = 8

/** What has a value in a day's files, for as long as its index, which every import of that day replaces. */
const kept = new WeakMap<PricedTyres, Map<string, Filled>>()

/**
 * Looks for what has a value in a file, once: many people download the same one, and to look takes a third of a file's time.
 * @param file all that it depends on, besides the day's prices
 */
export async function filledColumns(
  index: PricedTyres,
  file: object,
  look: () => Promise<Filled>,
): Promise<Filled> {
  const known = kept.get(index) ?? new Map<string, Filled>()
  kept.set(index, known)
  const name = JSON.stringify(file)
  const filled = known.get(name) ?? (await look())
  keepNewest(known, name, filled, KEPT)
  return filled
}
