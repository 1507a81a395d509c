import type { PricedTyres } from '../tyre-prices.ts'
import { DayOrders } from './day-orders.ts'
import type { DayPrices } from './day-prices.ts'

/** Number of days whose prices are cached: few, because each takes tens of megabytes. */
const KEPT_DAYS = 2

/** Cache of the sort orders of days and comparisons, released together with their index. */
export class Orders {
  #of = new WeakMap<PricedTyres, DayOrders>()
  /** most recent last; weak references, so that orders do not keep a replaced index alive */
  #recent: WeakRef<PricedTyres>[] = []
  /** Loads run one after the other, so that many days cannot fill the memory at once. */
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
    // Drops the result, which would otherwise outlive its day.
    this.#last = loading.then(
      () => undefined,
      () => undefined,
    )
    return loading
  }
}
