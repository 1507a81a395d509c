import type { Filled } from '../../../contract/reports/filled.ts'
import { retainNewest } from '../../platform/retain-newest.ts'
import type { PricedTyres } from '../tyre-prices.ts'

/** Number of cached files per day: the reports, with the filters of a few people. */
const KEPT = 8

/** Columns with values of a day's files, cached for as long as its index, which every import of that day replaces. */
const kept = new WeakMap<PricedTyres, Map<string, Filled>>()

/** Running look-ups, by the same keys. */
const looking = new WeakMap<PricedTyres, Map<string, Promise<Filled>>>()

/**
 * Finds the columns with values of a file, once: many people download the same file, and scanning all prices takes a
 * third of a file's time.
 * @param file everything that the result depends on besides the day's prices
 */
export async function filledColumns(
  index: PricedTyres,
  file: object,
  look: () => Promise<Filled>,
): Promise<Filled> {
  const name = JSON.stringify(file)
  const underWay = of(looking, index)
  // The caller that started the look-up may disconnect before it ends.
  const filled =
    of(kept, index).get(name) ?? (await underWay.get(name)?.catch(() => undefined)) ?? (await begun())
  retainNewest(of(kept, index), name, filled, KEPT)
  return filled

  function begun(): Promise<Filled> {
    const found = look()
    underWay.set(name, found)
    const end = () => {
      if (underWay.get(name) === found) underWay.delete(name)
    }
    found.then(end, end)
    return found
  }
}

function of<Value>(all: WeakMap<PricedTyres, Map<string, Value>>, index: PricedTyres): Map<string, Value> {
  const known = all.get(index) ?? new Map<string, Value>()
  all.set(index, known)
  return known
}
