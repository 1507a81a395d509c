import {
  asBoolean,
  asCount,
  asCounts,
  asObjects,
  asText,
  asTextOrNull,
  parseObject,
} from '../legacy/fields.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { type JsonObject, member } from '../legacy/values.ts'
import { type Decision, readDecision } from './decision.ts'

/** What has become of a set (specification 19.7). */
export const SET_STATES = ['draft', 'agreed', 'exported'] as const
export type SetState = (typeof SET_STATES)[number]

export const LONGEST_SET_NAME = 80

/** A set's name in one line, without characters that cannot be seen; '' if nothing is left. */
export const setName = (typed: string): string => typed.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()

/** Of one person. */
export const MOST_SETS = 100

/** Decided prices that the team shares under a name. */
export interface DecisionSet {
  id: number
  name: string
  state: SetState
  /** how many prices it has */
  count: number
  /** who made it; '' once that account is gone */
  owner: string
  /** this person may change it and remove it */
  own: boolean
  /** ISO instants, and who changed it last */
  madeAt: string
  changedAt: string
  changedBy: string
}

/** How many of a set's prices our sites ask by now. */
export interface Introduced {
  /** YYYY-MM-DD of the prices; null as long as there are none of a later day */
  day: string | null
  introduced: number
  /** how many prices the set has */
  of: number
  /** which of them are not, by their places in the set, from 0 */
  missing: readonly number[]
}

/** @throws ReadError when the answer is not as in specification 19.8 */
export function readSets(body: string): DecisionSet[] {
  return asObjects(parseObject(body), 'sets').map((set) => {
    const state = SET_STATES.find((one) => one === member(set, 'state'))
    if (!state) throw new ReadError('Not a state of a set')
    return {
      id: asCount(set, 'id'),
      name: asText(set, 'name'),
      state,
      count: asCount(set, 'count'),
      owner: asText(set, 'owner'),
      own: asBoolean(set, 'own'),
      madeAt: asText(set, 'made_at'),
      changedAt: asText(set, 'changed_at'),
      changedBy: asText(set, 'changed_by'),
    }
  })
}

/** @throws ReadError when the answer is not as in specification 19.8 */
export const readSetDecisions = (body: string): Decision[] =>
  asObjects(parseObject(body), 'decisions').map(readDecision)

/** @throws ReadError when the answer is not as in specification 19.8 */
export function readIntroduced(body: string): Introduced {
  const answer = parseObject(body)
  return {
    day: asTextOrNull(answer, 'day'),
    introduced: asCount(answer, 'introduced'),
    of: asCount(answer, 'of'),
    missing: asCounts(answer, 'missing'),
  }
}

/** Own wholesale prices and costs, which most reports leave out, by tyre and city. */
export type OwnCosts = ReadonlyMap<string, { wholesale: number | null; cost: number | null }>

export const ownCostId = (tyre: string, city: string): string => JSON.stringify([tyre, city])

/** @throws ReadError when the answer is not as in specification 19.8 */
export function readOwnCosts(body: string): OwnCosts {
  const price = (cost: JsonObject, name: string): number | null => {
    const value = member(cost, name)
    return typeof value === 'number' ? value : null
  }
  return new Map(
    asObjects(parseObject(body), 'costs').map((cost) => [
      ownCostId(asText(cost, 'tyre'), asText(cost, 'city')),
      { wholesale: price(cost, 'wholesale'), cost: price(cost, 'cost') },
    ]),
  )
}
