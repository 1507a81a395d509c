import { textCell } from '../../../contract/read/values.ts'
import type { SortKey } from '../../../contract/sort-key.ts'
import { ofEachSpec } from '../../../contract/tyre-specs.ts'
import { tyreWords } from '../../../contract/tyre-words.ts'
import { createPauses } from '../compare/pauses.ts'
import { finishWithPauses } from '../steps.ts'
import type { CatalogTyre } from '../tyre-catalog.ts'
import type { DayPrices } from './day-prices.ts'
import type { PriceScope } from './scope.ts'
import { sortedPositions } from './sorted-positions.ts'
import { ranksOf } from './text-ranks.ts'
import { type PriceKey, valuesInSteps } from './values.ts'

/** Columns kept, each with its values and its order: 240 kB for 20,000 tyres. */
const KEPT_COLUMNS = 32

/** The orders of one day's tyres, each computed when it is first asked for. */
export class DayOrders {
  readonly #tyres: readonly CatalogTyre[]
  readonly #prices: () => Promise<DayPrices>
  readonly #values = new Recent<Promise<Float64Array>>(KEPT_COLUMNS)
  readonly #sorted = new Recent<Promise<Uint32Array>>(KEPT_COLUMNS)

  /**
   * @param tyres by position
   * @param prices theirs, asked for when a column needs them
   */
  constructor(tyres: readonly CatalogTyre[], prices: () => Promise<DayPrices>) {
    this.#tyres = tyres
    this.#prices = prices
  }

  /** All positions in the order of a column. */
  sorted(key: SortKey, descending: boolean, scope: PriceScope): Promise<Uint32Array> {
    return this.#sorted.of(`${descending} ${nameOf(key, scope)}`, async () =>
      sortedPositions(await this.values(key, scope), descending),
    )
  }

  /** By position; NaN for none. */
  values(key: SortKey | PriceKey, scope: PriceScope): Promise<Float64Array> {
    return this.#values.of(nameOf(key, scope), async () =>
      isOfTyre(key)
        ? this.#ranks(key)
        : finishWithPauses(valuesInSteps(await this.#prices(), scope, key), createPauses()),
    )
  }

  #ranks(key: TyreKey): Promise<Float64Array> {
    return ranksOf(
      this.#tyres.map(({ specs }) => {
        if (key.of === 'spec') return textOf(specs[key.name])
        return tyreWords(ofEachSpec((name) => textCell(specs[name])))
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

/** What a column's values depend on; those of the tyre itself on nothing else. */
const nameOf = (key: SortKey | PriceKey, scope: PriceScope): string =>
  JSON.stringify(isOfTyre(key) ? [key] : [key, scope])

/** Keeps what was asked for last. What fails is not kept. */
class Recent<Value extends Promise<unknown>> {
  readonly #most: number
  readonly #kept = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  of(name: string, make: () => Value): Value {
    const value = this.#kept.get(name) ?? make()
    value.catch(() => this.#kept.delete(name))
    this.#kept.delete(name)
    this.#kept.set(name, value)
    for (const oldest of [...this.#kept.keys()].slice(0, -this.#most)) this.#kept.delete(oldest)
    return value
  }
}
