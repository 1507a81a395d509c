import { type Static, Type } from 'typebox'
import type { Decision } from '../decisions/decision.ts'
import { AnyObject, closed, OrNull, oneOf } from '../lib/schemas.ts'
import { LEFT_REASONS, TEAM_LIMIT_NAMES, type TeamLimitName } from './pricing.ts'
import { StrategySettings } from './strategy.ts'

/** Reasons of prices that a strategy leaves out; 'earlier': an earlier strategy decides them. */
const LEFT_OUT = [...LEFT_REASONS, 'earlier'] as const
export type LeftOut = (typeof LEFT_OUT)[number]

const Count = Type.Integer({ minimum: 0 })

/** Request for a part of a run: the server answers some hundreds of tyres at a time. */
export const StrategyPartQuery = Type.Object(
  {
    /** the strategy whose settings these replace; null for a new one, which is tried last */
    id: OrNull(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
    settings: StrategySettings,
    /** place of the first tyre of the part, and version of the prices, both from the part before */
    from: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    version: Type.String({ maxLength: 80 }),
  },
  closed,
)
export type StrategyPartQuery = Static<typeof StrategyPartQuery>

/** Position of a part within a run. */
const part = {
  /** YYYY-MM-DD: last day with own prices; '' without any */
  day: Type.String(),
  version: Type.String(),
  /** numbers of tyres up to the end of this part, and of all that pass the filters of the tyre */
  done: Count,
  total: Count,
  /** place of the next part; null after the last */
  next: OrNull(Count),
}

/** Figures of decided prices. Those of parts add up. */
const StrategyEffect = Type.Object({
  /** numbers of decided prices, of those that differ from the own price, and of those without an own price */
  prices: Count,
  changed: Count,
  fresh: Count,
  /** sum of the changes in roubles */
  change: Type.Number(),
  /** largest change in percent, with its sign; null without one */
  largest: OrNull(Type.Number()),
  /** numbers of prices with competitors, and of those that are the lowest now and then */
  compared: Count,
  first_now: Count,
  first: Count,
  /** sums of the margins over the cost in percent, and the numbers of their prices */
  margin_now: Type.Number(),
  margins_now: Count,
  margin: Type.Number(),
  margins: Count,
  /** number of prices that wait for a second look (specification 19.5) */
  look: Count,
  /** number of prices that a limit of the team has moved */
  held: Count,
  left: Type.Array(Type.Object({ reason: oneOf(...LEFT_OUT), count: Count })),
})
export type StrategyEffect = Static<typeof StrategyEffect>

/** Price that a strategy leaves out. */
const LeftPrice = Type.Object({
  /** key and name of the tyre */
  tyre: Type.String(),
  name: Type.String(),
  city: Type.String(),
  reason: oneOf(...LEFT_OUT),
})
export type LeftPrice = Static<typeof LeftPrice>

/** Maximum number of prices of one kind that a preview lists. */
export const LISTED_PRICES = 50

export const StrategyPreviewPart = Type.Object({
  ...part,
  effect: StrategyEffect,
  /** prices with the largest changes, and those that a limit has moved furthest; readDecision parses each */
  decisions: Type.Array(AnyObject()),
  /** limit of the team that changed the price of each of these decisions; null for none */
  held: Type.Array(OrNull(oneOf(...TEAM_LIMIT_NAMES))),
  /** first prices that are left out */
  left_prices: Type.Array(LeftPrice),
})
export type StrategyPreviewPart = Static<typeof StrategyPreviewPart>

export const StrategyDecisionsPart = Type.Object({
  ...part,
  left: Count,
  decisions: Type.Array(AnyObject()),
})

/** Day of a simulation. Figures of parts add up. */
const SimulatedDay = Type.Object({
  /** YYYY-MM-DD */
  day: Type.String(),
  /** numbers of own prices of the day, and of prices that the strategy would have asked */
  own: Count,
  prices: Count,
  /** numbers of prices with competitors, and of those that are the lowest */
  compared_own: Count,
  first_own: Count,
  compared: Count,
  first: Count,
  /** sums of the margins over the cost in percent, and the numbers of their prices */
  margin_own: Type.Number(),
  margins_own: Count,
  margin: Type.Number(),
  margins: Count,
  /** numbers of prices that differ from those of the last known day before */
  changes_own: Count,
  changes: Count,
  /** number of prices that a limit of the team has moved */
  held: Count,
})
export type SimulatedDay = Static<typeof SimulatedDay>

export const SimulationPart = Type.Object({ ...part, days: Type.Array(SimulatedDay) })
export type SimulationPart = Static<typeof SimulationPart>

/** Number of days of a simulation. */
export const SIMULATED_DAYS = 30

export const NO_EFFECT: StrategyEffect = {
  prices: 0,
  changed: 0,
  fresh: 0,
  change: 0,
  largest: null,
  compared: 0,
  first_now: 0,
  first: 0,
  margin_now: 0,
  margins_now: 0,
  margin: 0,
  margins: 0,
  look: 0,
  held: 0,
  left: [],
}

/** Returns the change that is further from 0. */
export const largerChange = (a: number | null, b: number | null): number | null =>
  a === null || (b !== null && Math.abs(b) > Math.abs(a)) ? b : a

/** Decided price, and the limit of the team that changed it. */
export interface LimitedDecision {
  decision: Decision
  /** null if none did */
  held: TeamLimitName | null
}

const sizeOfChange = ({ decision: { price, now } }: LimitedDecision): number =>
  now === null || now === 0 ? -1 : Math.abs(price / now - 1)

/** Returns the prices that a preview lists, by the size of their change in percent; prices without an own one are last. */
export const largestChanges = (decisions: readonly LimitedDecision[]): LimitedDecision[] =>
  decisions.toSorted((a, b) => sizeOfChange(b) - sizeOfChange(a)).slice(0, LISTED_PRICES)

/** Adds the figures of two parts. */
export function addEffects(a: StrategyEffect, b: StrategyEffect): StrategyEffect {
  const sum = { ...a }
  for (const name of Object.keys(NO_EFFECT) as (keyof StrategyEffect)[]) {
    if (name !== 'largest' && name !== 'left') sum[name] = a[name] + b[name]
  }
  const counts = new Map(a.left.map(({ reason, count }) => [reason, count]))
  for (const { reason, count } of b.left) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return {
    ...sum,
    largest: largerChange(a.largest, b.largest),
    left: [...counts].map(([reason, count]) => ({ reason, count })),
  }
}

export const emptyDay = (day: string): SimulatedDay => ({
  day,
  own: 0,
  prices: 0,
  compared_own: 0,
  first_own: 0,
  compared: 0,
  first: 0,
  margin_own: 0,
  margins_own: 0,
  margin: 0,
  margins: 0,
  changes_own: 0,
  changes: 0,
  held: 0,
})

/** Adds the days of two parts of a simulation, which have the same days. */
export const addSimulatedDays = (a: readonly SimulatedDay[], b: readonly SimulatedDay[]): SimulatedDay[] =>
  b.map((theirs, at) => {
    const sum = { ...theirs }
    const ours = a[at] ?? emptyDay(theirs.day)
    for (const name of Object.keys(sum) as (keyof SimulatedDay)[]) if (name !== 'day') sum[name] += ours[name]
    return sum
  })
