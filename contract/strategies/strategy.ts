import { type Static, Type } from 'typebox'
import { FORMULA_BASES } from '../decisions/price-by.ts'
import { MAX_STRATEGY_NAME_LENGTH, ROUNDINGS } from '../decisions/rule.ts'
import { closed, OrNull, oneOf, withFallbackValue } from '../lib/schemas.ts'

/** Maximum number of strategies of a team. */
export const MAX_STRATEGIES = 100
/** Maximum number of values of a strategy's filter. */
const MAX_STRATEGY_VALUES = 100

/** Hours after a strategy's time when its morning run stops waiting for prices (specification 19.15). */
export const MORNING_WAIT_HOURS = 2

const Values = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: MAX_STRATEGY_VALUES })

const from0 = (maximum: number) => OrNull(Type.Integer({ minimum: 0, maximum }))
/** Range of whole numbers, both inclusive; null for no limit. */
const rangeTo = (maximum: number) => Type.Object({ from: from0(maximum), to: from0(maximum) }, closed)

const HIGHEST_STOCK = 1_000_000
const HIGHEST_AGE = 3_650

/** Limits of the numbers of a strategy and of the rails, inclusive. */
export const STRATEGY_LIMITS = {
  percent: { least: -90, most: 900 },
  roubles: { least: -1_000_000, most: 1_000_000 },
  floor: { least: -90, most: 900 },
  margin: { least: 0, most: 900 },
  change: { least: 0.1, most: 100 },
} as const
const within = ({ least, most }: { least: number; most: number }) =>
  Type.Number({ minimum: least, maximum: most })

/** Strategy as a person sets it up (specification 19.9). */
export const StrategySettings = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_STRATEGY_NAME_LENGTH }),
    kind: oneOf('retail', 'wholesale'),
    /** values of each filter; [] for all */
    cities: Values,
    brands: Values,
    diameters: Values,
    seasons: Values,
    /** own stock in the city, over all warehouses */
    stock: rangeTo(HIGHEST_STOCK),
    /** days for which the own sites list the tyre without a break */
    age: rangeTo(HIGHEST_AGE),
    base: oneOf(...FORMULA_BASES),
    /** whether only competitors' prices count that can be bought; missing in strategies of former versions, where all do */
    in_stock: Type.Optional(Type.Boolean()),
    /** added to the base: a percentage of it, or roubles */
    unit: oneOf('percent', 'roubles'),
    by: within(STRATEGY_LIMITS.roubles),
    /** percent above the own cost below which the price must not fall; null for none */
    floor: OrNull(within(STRATEGY_LIMITS.floor)),
    round: oneOf(...ROUNDINGS),
    /** time in Moscow at which the strategy runs by itself, 'HH:MM'; null for never */
    morning: OrNull(Type.String({ pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$' })),
  },
  closed,
)
export type StrategySettings = Static<typeof StrategySettings>

/** Limits of the team that no strategy crosses (specification 19.10). */
export const TeamLimits = Type.Object(
  {
    /** minimum margin over the own cost in percent; null for none */
    margin: OrNull(within(STRATEGY_LIMITS.margin)),
    /** maximum change of the own price per day in percent; null for none */
    change: OrNull(within(STRATEGY_LIMITS.change)),
    /** whether retail prices stay at or above the recommended price */
    rrp: Type.Boolean(),
    /** whether a second person must approve a strategy before it decides prices */
    approval: Type.Boolean(),
  },
  closed,
)
export type TeamLimits = Static<typeof TeamLimits>

export const NO_RAILS: TeamLimits = { margin: null, change: null, rrp: false, approval: false }

/** Morning run of a strategy. */
const MorningRun = Type.Object({
  /** YYYY-MM-DD: day of the run */
  day: Type.String(),
  /** set with its prices; null if there was nothing to decide, or the set was removed */
  set_id: OrNull(Type.Integer()),
  prices: Type.Integer(),
  state: withFallbackValue(oneOf('set', 'waiting', 'published', 'failed', 'empty'), 'set'),
  /** reason of a failure; '' without one */
  message: Type.String(),
})
export type MorningRun = Static<typeof MorningRun>

const Strategy = Type.Object({
  id: Type.Integer(),
  settings: StrategySettings,
  /** counter of the changes of what an approval covers */
  version: Type.Integer(),
  /** name of the author; '' after the account was deleted */
  owner: Type.String(),
  /** whether the requesting user may remove it */
  own: Type.Boolean(),
  /** whether the requesting user may approve it: they wrote no part of it since the last approval */
  can_approve: Type.Boolean(),
  changed_at: Type.String(),
  changed_by: Type.String(),
  /** names of those who changed its settings, the order or the limits since the last approval */
  writers: Type.Optional(Type.Array(Type.String())),
  /** why and by whom the last approval ended; '' if none has */
  ended: Type.Optional(Type.String()),
  /** approval of all that decides its prices; null without one */
  approval: OrNull(Type.Object({ by: Type.String(), at: Type.String() })),
  /** outlet through which an administrator lets it publish by itself; null without a permission */
  permit: OrNull(Type.Object({ outlet: Type.Integer(), name: Type.String(), by: Type.String() })),
  /** last morning run; null before the first */
  run: OrNull(MorningRun),
})

export const StrategiesAnswer = Type.Object({
  /** in the order in which they are tried on a price */
  strategies: Type.Array(Strategy),
  rails: TeamLimits,
  /** name of the administrator who set the rails; '' for nobody */
  rails_by: Type.String(),
  /** whether the requesting user is an administrator */
  admin: Type.Boolean(),
})
export type StrategiesAnswer = Static<typeof StrategiesAnswer>

export const StrategyIdAnswer = Type.Object({ id: Type.Integer() })

/** Values that the filters of a strategy can have on the last day. */
export const StrategyChoices = Type.Object({
  cities: Type.Array(Type.String()),
  brands: Type.Array(Type.String()),
  diameters: Type.Array(Type.String()),
  seasons: Type.Array(Type.String()),
})
export type StrategyChoices = Static<typeof StrategyChoices>
