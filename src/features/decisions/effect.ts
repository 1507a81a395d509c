import type { Decision } from '../../../contract/decisions/decision.ts'

/** Changes beyond this need a second look (specification 19.5), in percent. */
const WIDE_CHANGE = 25

/** Why a price needs a second look. */
export type Worry = 'below-cost' | 'wide-change'

/** What a decided price would do. Percents have one decimal; null if unknown. */
export interface Effect {
  /** of the own price now */
  change: number | null
  /** over the own cost */
  margin: number | null
  /** among the sites' lowest prices, from 1 */
  place: number
  /** sites with a price, the own one included */
  sites: number
  /** no competitor asks less; false without competitors */
  cheapest: boolean
  worries: readonly Worry[]
}

/** Of decisions seen lately: they never change, and lists, sums and rows ask for the same. */
const effects = new WeakMap<Decision, Effect>()

export function effectOf(decision: Decision): Effect {
  const known = effects.get(decision)
  if (known) return known
  const effect = computed(decision)
  effects.set(decision, effect)
  return effect
}

function computed({ price, now, cost, rivals }: Decision): Effect {
  const change = percentAbove(price, now)
  const worries: Worry[] = []
  if (cost !== null && price < cost) worries.push('below-cost')
  if (now !== null && Math.abs(price - now) > (now * WIDE_CHANGE) / 100) worries.push('wide-change')
  const [lowest] = rivals
  return {
    change,
    margin: percentAbove(price, cost),
    place: 1 + rivals.filter((rival) => rival < price).length,
    sites: rivals.length + 1,
    cheapest: lowest !== undefined && price <= lowest,
    worries,
  }
}

/** Whether nobody has looked again at a price that asks for it. */
export const needsLook = (decision: Decision): boolean =>
  !decision.checked && effectOf(decision).worries.length > 0

function percentAbove(price: number, base: number | null): number | null {
  return base === null || base === 0 ? null : Math.round(((price - base) / base) * 1000) / 10
}

/** Many decided prices in a few numbers. */
export interface Sum {
  count: number
  /** new minus old, in roubles, and of how many prices */
  change: number
  changed: number
  /** there was none before */
  fresh: number
  cheapest: number
  /** how many have competitors */
  compared: number
  /** mean over the known ones, in percent; null without any */
  margin: number | null
  /** how many need a second look */
  look: number
}

export function sumOf(decisions: readonly Decision[]): Sum {
  const sum = { count: decisions.length, change: 0, changed: 0, fresh: 0, cheapest: 0, compared: 0, look: 0 }
  let [margins, known] = [0, 0]
  for (const decision of decisions) {
    const { margin, cheapest, worries } = effectOf(decision)
    if (decision.now === null) sum.fresh += 1
    else {
      sum.change += decision.price - decision.now
      if (decision.price !== decision.now) sum.changed += 1
    }
    if (decision.rivals.length > 0) sum.compared += 1
    if (cheapest) sum.cheapest += 1
    if (worries.length > 0 && !decision.checked) sum.look += 1
    if (margin !== null) {
      margins += margin
      known += 1
    }
  }
  return {
    ...sum,
    change: Math.round(sum.change * 100) / 100,
    margin: known === 0 ? null : Math.round((margins / known) * 10) / 10,
  }
}
