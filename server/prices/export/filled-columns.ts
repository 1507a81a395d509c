import type { Filled } from '../../../contract/reports/filled.ts'
import { retainNewest } from '../../platform/retain-newest.ts'
import type { PricedTyres } from '../tyre-prices.ts'

/** Number of files per day whose columns are cached: enough for the reports with the filters of a few users. */
const KEPT = 8

/** Non-empty columns of files, by day index. An import of the day replaces its index, and so drops them. */
const kept = new WeakMap<PricedTyres, Map<string, Filled>>()

/** Searches for non-empty columns in progress, by the keys of `kept`. */
const looking = new WeakMap<PricedTyres, Map<string, Promise<Filled>>>()

/**
 * Returns a file's non-empty columns. The result is cached and concurrent calls share one search, because scanning all
 * prices takes a third of the time of a download.
 * @param file everything besides the day's prices that determines the result
 * @param look searches the prices
 */
export async function filledColumns(
  index: PricedTyres,
  file: object,
  look: () => Promise<Filled>,
): Promise<Filled> {
  const name = JSON.stringify(file)
  const underWay = of(looking, index)
  // If a shared search fails, a new one starts: the client that started the failed search may have disconnected.
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
