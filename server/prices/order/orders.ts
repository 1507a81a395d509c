import type { PricedTyres } from '../tyre-prices.ts'
import { DayOrders } from './day-orders.ts'
import type { DayPrices } from './day-prices.ts'

/** Number of days or comparisons whose prices are cached: few, because each takes tens of megabytes. */
const KEPT_DAYS = 2

/** Prices of a day or comparison, and the orders that are computed from them. */
interface Kept {
  orders: DayOrders
  /** releases the prices; they are read again when a further column needs them */
  release(): void
}

/** Cache of the orders of days: two further selections release a day's prices, but not its much smaller columns. */
export class Orders {
  readonly #of = new WeakMap<PricedTyres, Kept>()
  /** indexes, most recently used last; the references are weak, so that they do not keep a replaced index in memory */
  #recent: WeakRef<PricedTyres>[] = []
  /** Last load in the queue; loads run one after the other to limit the memory used for many days. */
  #last: Promise<unknown> = Promise.resolve()

  /** @param load reads all prices of the index's tyres; called at most once while the prices are cached */
  of(index: PricedTyres, load: () => Promise<DayPrices>): DayOrders {
    const kept = this.#of.get(index) ?? this.#make(index, load)
    this.#of.set(index, kept)
    return kept.orders
  }

  #make(index: PricedTyres, load: () => Promise<DayPrices>): Kept {
    let prices: Promise<DayPrices> | undefined
    const release = () => {
      prices = undefined
    }
    const orders = new DayOrders(index.tyres, () => {
      this.#use(index)
      if (prices) return prices
      const loading = this.#inTurn(load)
      prices = loading
      // A failure is not cached: the next request tries again.
      loading.catch(release)
      return loading
    })
    return { orders, release }
  }

  /** Marks an index as the most recently used one, and releases the prices of the oldest. */
  #use(index: PricedTyres): void {
    this.#recent = [...this.#recent.filter((one) => one.deref() !== index), new WeakRef(index)]
    for (const oldest of this.#recent.splice(0, this.#recent.length - KEPT_DAYS)) {
      const left = oldest.deref()
      if (left) this.#of.get(left)?.release()
    }
  }

  #inTurn(load: () => Promise<DayPrices>): Promise<DayPrices> {
    const loading = this.#last.then(load)
    // Resolves to undefined: a reference to the prices would keep them in memory after their day was released.
    this.#last = loading.then(
      () => undefined,
      () => undefined,
    )
    return loading
  }
}
