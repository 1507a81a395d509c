import type { Fact } from './market-facts.ts'

export interface DatedFact extends Fact {
  tyre: number
  day: number
}

const COLUMNS = [
  'tyre',
  'day',
  'site',
  'city',
  'before',
  'after',
  'compared',
  'former',
  'low',
  'high',
] as const
const FIRST_ROWS = 4_096
/** Maximum number of facts, which take 32 MB. */
const MAX_FACTS = 400_000

/** Stores facts without an object for each. */
export class FactStore {
  #values = new Float64Array(FIRST_ROWS * COLUMNS.length)
  #count = 0
  #isFull = false

  /** Whether facts were left out because there were too many. */
  get isFull(): boolean {
    return this.#isFull
  }

  add(tyre: number, day: number, fact: Fact): void {
    if (this.#count === MAX_FACTS) this.#isFull = true
    if (this.#isFull) return
    const at = this.#count++ * COLUMNS.length
    if (at === this.#values.length) {
      const grown = new Float64Array(2 * at)
      grown.set(this.#values)
      this.#values = grown
    }
    const values = this.#values
    values[at] = tyre
    values[at + 1] = day
    values[at + 2] = fact.site
    values[at + 3] = fact.city
    values[at + 4] = fact.before
    values[at + 5] = fact.after
    values[at + 6] = fact.compared
    values[at + 7] = fact.former
    values[at + 8] = fact.low
    values[at + 9] = fact.high
  }

  /** Calls back with each fact; the object is overwritten by the next one. */
  each(visit: (fact: DatedFact) => void): void {
    const fact = Object.fromEntries(COLUMNS.map((name) => [name, 0])) as Record<
      (typeof COLUMNS)[number],
      number
    >
    for (let row = 0; row < this.#count; row++) {
      for (let column = 0; column < COLUMNS.length; column++)
        fact[COLUMNS[column] as (typeof COLUMNS)[number]] = this.#values[
          row * COLUMNS.length + column
        ] as number
      visit(fact)
    }
  }
}
