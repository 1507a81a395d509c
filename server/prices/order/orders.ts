import type { PricedTyres } from '../tyre-prices.ts'
import { DayOrders } from './day-orders.ts'
import type { DayPrices } from './day-prices.ts'

/** Number of days or comparisons whose prices are cached: few, because each takes tens of megabytes. */
const KEPT_DAYS = 2

/** Cache of the sort orders of days and comparisons. The orders are released together with the index they belong to. */
export class Orders {
  #of = new WeakMap<PricedTyres, DayOrders>()
  /** indexes, most recently used last; the references are weak, so that they do not keep a replaced index in memory */
  #recent: WeakRef<PricedTyres>[] = []
  /** Last load in the queue; loads run one after the other to limit the memory used for many days. */
  #last: Promise<unknown> = Promise.resolve()

  /** @param load reads all prices of the index's tyres; called at most once while the orders are cached */
  of(index: PricedTyres, load: () => Promise<DayPrices>): DayOrders {
    const orders = this.#of.get(index) ?? new DayOrders(index.tyres, this.#once(load))
    this.#of.set(index, orders)
    this.#recent = [...this.#recent.filter((one) => one.deref() !== index), new WeakRef(index)]
    for (const oldest of this.#recent.splice(0, this.#recent.length - KEPT_DAYS)) {
      const left = oldest.deref()
      if (left) this.#of.delete(left)
    }
    return orders
  }

  #once(load: () => Promise<DayPrices>): () => Promise<DayPrices> {
    let prices: Promise<DayPrices> | undefined
    return () => {
      prices ??= this.#inTurn(load)
      // A failure is not cached: the next request tries again.
      prices.catch(() => {
        prices = undefined
      })
      return prices
    }
  }

  #inTurn(load: () => Promise<DayPrices>): Promise<DayPrices> {
    const loading = this.#last.then(load)
    // Resolves to undefined: a reference to the prices would keep them in memory after their day was evicted.
    this.#last = loading.then(
      () => undefined,
      () => undefined,
    )
    return loading
  }
}
