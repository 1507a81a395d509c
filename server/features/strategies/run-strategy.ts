import { type Decision, priceWarningsOf } from '../../../contract/decisions/decision.ts'
import {
  type LeftOut,
  type LeftPrice,
  LISTED_PRICES,
  type LimitedDecision,
  largerChange,
  NO_EFFECT,
  type StrategyEffect,
} from '../../../contract/strategies/figures.ts'
import { strategyPrice, type TeamLimitName } from '../../../contract/strategies/pricing.ts'
import type { StrategySettings, TeamLimits } from '../../../contract/strategies/strategy.ts'
import {
  type SelectedForStrategy,
  type StrategyBasesDeps,
  selectForStrategy,
  strategyBases,
} from './strategy-bases.ts'

/** Strategy to run, with everything that decides its prices. */
export interface StrategyJob {
  settings: StrategySettings
  rails: TeamLimits
  /** settings of the strategies that are tried before it */
  earlier: readonly StrategySettings[]
}

/**
 * Returns a strategy with everything that decides its prices.
 * @param all strategies in their order
 * @param id null for a new strategy, which is tried last
 */
export function strategyJob(
  all: readonly { id: number; settings: StrategySettings }[],
  id: number | null,
  settings: StrategySettings,
  rails: TeamLimits,
): StrategyJob {
  const at = all.findIndex((strategy) => strategy.id === id)
  const before = at < 0 ? all : all.slice(0, at)
  return { settings, rails, earlier: before.map((one) => one.settings) }
}

/** Number of tyres that one request computes. */
export const TYRES_PER_PART = 2_000

/** Position of a part of a run. */
export interface StrategyPart {
  day: string
  version: string
  done: number
  total: number
  next: number | null
}

/** Selects the tyres of a part. @throws Refusal if prices have been imported since the part before */
export async function selectPart(
  deps: StrategyBasesDeps,
  settings: StrategySettings,
  { from, version }: { from: number; version: string },
  size: number,
): Promise<{ part: StrategyPart; selected: SelectedForStrategy }> {
  const selected = await selectForStrategy(deps, settings, version)
  const total = selected.positions.length
  const done = Math.min(from + size, total)
  return {
    selected: { ...selected, positions: selected.positions.subarray(from, done) },
    part: { day: selected.day, version: selected.version, done, total, next: done < total ? done : null },
  }
}

/** Decided prices of a part, and the figures of what they would change. */
export interface DecidedPart {
  decisions: LimitedDecision[]
  effect: StrategyEffect
  /** first prices that are left out */
  left: LeftPrice[]
}

export async function decidePart(
  deps: StrategyBasesDeps,
  selected: SelectedForStrategy,
  { settings, rails, earlier }: StrategyJob,
): Promise<DecidedPart> {
  const decisions: LimitedDecision[] = []
  const first: LeftPrice[] = []
  const effect = { ...NO_EFFECT }
  const left = new Map<LeftOut, number>()
  const leave = (reason: LeftOut, { tyre, name }: LeftAbout, city: string) => {
    left.set(reason, (left.get(reason) ?? 0) + 1)
    if (first.length < LISTED_PRICES) first.push({ tyre, name, city, reason })
  }
  for await (const { about, bases, earlier: taken } of strategyBases(deps, selected, settings, earlier)) {
    for (const city of taken) leave('earlier', about, city)
    for (const { basis, rrp } of bases) {
      const outcome = strategyPrice(settings, rails, { ...basis, rrp })
      if ('left' in outcome) leave(outcome.left, about, basis.city)
      else {
        const rule = { by: 'strategy', name: settings.name } as const
        const decision = { ...basis, price: outcome.price, rule, comment: '', checked: false }
        decisions.push({ decision, held: outcome.held })
        addDecision(effect, decision, outcome.held)
      }
    }
  }
  const counts = [...left].map(([reason, count]) => ({ reason, count }))
  return { decisions, effect: { ...effect, left: counts }, left: first }
}
type LeftAbout = Pick<LeftPrice, 'tyre' | 'name'>

/** Returns the margin over the cost in percent; null if the cost is unknown or 0. */
export const marginOf = (price: number | null, cost: number | null): number | null =>
  price === null || cost === null || cost === 0 ? null : (price / cost - 1) * 100

function addDecision(effect: StrategyEffect, decision: Decision, held: TeamLimitName | null): void {
  const { price, now, cost, rivals } = decision
  const [lowest] = rivals
  effect.prices++
  if (now === null) effect.fresh++
  else if (price !== now) {
    effect.changed++
    effect.change = Math.round((effect.change + price - now) * 100) / 100
    if (now > 0) effect.largest = largerChange(effect.largest, (price / now - 1) * 100)
  }
  if (lowest !== undefined) {
    effect.compared++
    if (now !== null && now <= lowest) effect.first_now++
    if (price <= lowest) effect.first++
  }
  const [before, after] = [marginOf(now, cost), marginOf(price, cost)]
  if (before !== null) {
    effect.margin_now += before
    effect.margins_now++
  }
  if (after !== null) {
    effect.margin += after
    effect.margins++
  }
  if (priceWarningsOf(decision).length > 0) effect.look++
  if (held !== null) effect.held++
}
