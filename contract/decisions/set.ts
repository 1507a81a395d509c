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

/** States of a set (specification 19.7). */
export const SET_STATES = ['draft', 'agreed', 'exported'] as const
export type SetState = (typeof SET_STATES)[number]

export const LONGEST_SET_NAME = 80

/** Normalises a set's name to one line without invisible characters; '' if nothing is left. */
export const setName = (typed: string): string => typed.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()

/** Maximum number of sets per person. */
export const MOST_SETS = 100

/** Decided prices that the team shares under a name. */
export interface DecisionSet {
  id: number
  name: string
  state: SetState
  /** number of prices */
  count: number
  /** name of the author; '' after the account was deleted */
  owner: string
  /** whether this person may change and remove it */
  own: boolean
  /** ISO instants of creation and last change, and the person of the last change */
  madeAt: string
  changedAt: string
  changedBy: string
}

/** Number of a set's prices that our sites have adopted. */
export interface Introduced {
  /** YYYY-MM-DD, day of the prices; null while there are none of a later day */
  day: string | null
  introduced: number
  /** number of prices in the set */
  of: number
  /** indexes of the prices that were not adopted, from 0 */
  missing: readonly number[]
}

/**
 * Parses the answer.
 * @throws ReadError when it is not as in specification 19.8
 */
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

/**
 * Parses the answer.
 * @throws ReadError when it is not as in specification 19.8
 */
export const readSetDecisions = (body: string): Decision[] =>
  asObjects(parseObject(body), 'decisions').map(readDecision)

/**
 * Parses the answer.
 * @throws ReadError when it is not as in specification 19.8
 */
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

/**
 * Parses the answer.
 * @throws ReadError when it is not as in specification 19.8
 */
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
