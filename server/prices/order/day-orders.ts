import { textCell } from '../../../contract/legacy/values.ts'
import type { SortKey } from '../../../contract/reports/sort-key.ts'
import { ofEachSpec, SPEC_NAMES } from '../../../contract/tyre/tyre-specs.ts'
import { tyreText } from '../../../contract/tyre/tyre-text.ts'
import { createRecentCache } from '../../platform/recent-cache.ts'
import { createYields, finishYielding } from '../steps.ts'
import type { CatalogTyre } from '../tyre-catalog.ts'
import type { DayPrices } from './day-prices.ts'
import type { PriceScope } from './scope.ts'
import { ranksOf, sortedPositions } from './sorted-positions.ts'
import { type PriceKey, valuesInSteps } from './values.ts'

/** Number of cached columns. The values and the order of one take 240 kB for 20,000 tyres. */
const CACHED_COLUMNS = 32

/** Sort orders of one day's tyres, each computed on first use. */
export class DayOrders {
  readonly #tyres: readonly CatalogTyre[]
  readonly #prices: () => Promise<DayPrices>
  readonly #values = createRecentCache<Float64Array>(CACHED_COLUMNS)
  readonly #sorted = createRecentCache<Uint32Array>(CACHED_COLUMNS)
  #ranked: Promise<void> | undefined

  /** @param tyres tyres by position @param prices loads the tyres' prices when a column needs them */
  constructor(tyres: readonly CatalogTyre[], prices: () => Promise<DayPrices>) {
    this.#tyres = tyres
    this.#prices = prices
  }

  /** Returns the day's prices, which are cached as long as those of the columns. */
  prices(): Promise<DayPrices> {
    return this.#prices()
  }

  /** Returns all positions in the order of a column. */
  async sorted(key: SortKey, descending: boolean, scope: PriceScope): Promise<Uint32Array> {
    const sorted = await this.#sorted(`${descending} ${nameOf(key, scope)}`, async () =>
      sortedPositions(await this.values(key, scope), descending),
    )
    // Ignored here: the request that sorts by the failed column receives the error.
    this.ranked().catch(() => undefined)
    return sorted
  }

  /** Ranks the texts of all columns, in steps, after the first sort: a user soon sorts by another column, too. */
  ranked(): Promise<void> {
    this.#ranked ??= this.#rankAll()
    return this.#ranked
  }

  async #rankAll(): Promise<void> {
    for (const key of TYRE_KEYS) await this.#ranksOf(key)
  }

  /** Returns each tyre's value by its position; NaN for a tyre without a value. */
  values(key: SortKey | PriceKey, scope: PriceScope): Promise<Float64Array> {
    if (isOfTyre(key)) return this.#ranksOf(key)
    return this.#values(nameOf(key, scope), async () =>
      finishYielding(valuesInSteps(await this.#prices(), scope, key), createYields()),
    )
  }

  #ranksOf(key: TyreKey): Promise<Float64Array> {
    return this.#values(nameOf(key), () => this.#ranks(key))
  }

  #ranks(key: TyreKey): Promise<Float64Array> {
    return ranksOf(
      this.#tyres.map(({ specs }) => {
        if (key.of === 'spec') return textOf(specs[key.name])
        return tyreText(ofEachSpec((name) => textCell(specs[name])))
      }),
    )
  }
}

type TyreKey = Extract<SortKey, { of: 'spec' } | { of: 'tyre' }>

const isOfTyre = (key: SortKey | PriceKey): key is TyreKey => key.of === 'spec' || key.of === 'tyre'

const textOf = (value: string): string | null => {
  const cell = textCell(value)
  return cell === null ? null : String(cell)
}

const TYRE_KEYS: readonly TyreKey[] = [
  { of: 'tyre' },
  ...SPEC_NAMES.map((name) => ({ of: 'spec', name }) as const),
]

/** Returns a cache key of all that a column's values depend on; a tyre's attributes do not depend on the scope. */
const nameOf = (key: SortKey | PriceKey, scope?: PriceScope): string =>
  JSON.stringify(isOfTyre(key) ? [key] : [key, scope])
