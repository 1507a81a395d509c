import { type Static, Type } from 'typebox'
import { AnyObject, OrNull, oneOf } from '../lib/schemas.ts'

/** State of a set (specification 19.7). */
export const SetState = oneOf('draft', 'agreed', 'exported')
export type SetState = Static<typeof SetState>

export const MAX_SET_NAME_LENGTH = 80

/** Normalises a set's name to one line without invisible characters; '' if nothing is left. */
export const setName = (typed: string): string => typed.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()

/** Maximum number of sets per person. */
export const MAX_SETS = 100

/** Named set of decided prices that the team shares. */
const DecisionSet = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  state: SetState,
  /** number of prices */
  count: Type.Integer(),
  /** name of the author; '' after the account was deleted */
  owner: Type.String(),
  /** whether the requesting user may change and remove it */
  own: Type.Boolean(),
  /** creation and last change (ISO instants), and the name of the user who made the last change */
  made_at: Type.String(),
  changed_at: Type.String(),
  changed_by: Type.String(),
})
export type DecisionSet = Static<typeof DecisionSet>

/** Answers of specification 19.8. */
export const SetsAnswer = Type.Object({ sets: Type.Array(DecisionSet) })
export const SetIdAnswer = Type.Object({ id: Type.Integer() })

/** Number of a set's prices that the own sites have adopted. */
export const SetAdoption = Type.Object({
  /** YYYY-MM-DD, later day whose prices were checked; null while no later day has prices */
  day: OrNull(Type.String()),
  introduced: Type.Integer(),
  /** number of prices in the set */
  of: Type.Integer(),
  /** indexes of the prices that were not adopted, from 0 */
  missing: Type.Array(Type.Integer({ minimum: 0 })),
})
export type SetAdoption = Static<typeof SetAdoption>

/** Prices of a set; readDecision parses each of them. */
export const SetDecisions = Type.Object({ decisions: Type.Array(AnyObject()) })

/** Own wholesale prices and costs; most reports do not contain them. */
export const OwnCostsAnswer = Type.Object({
  costs: Type.Array(
    Type.Object({
      tyre: Type.String(),
      city: Type.String(),
      wholesale: OrNull(Type.Number()),
      cost: OrNull(Type.Number()),
    }),
  ),
})
type OwnCost = Static<typeof OwnCostsAnswer>['costs'][number]

/** Own wholesale prices and costs by ownCostId. */
export type OwnCosts = ReadonlyMap<string, Pick<OwnCost, 'wholesale' | 'cost'>>

export const ownCostId = (tyre: string, city: string): string => JSON.stringify([tyre, city])

export const ownCostsOf = (costs: readonly OwnCost[]): OwnCosts =>
  new Map(costs.map(({ tyre, city, ...prices }) => [ownCostId(tyre, city), prices]))
