import { queryOptions } from '@tanstack/react-query'
import type { Decision } from '../../../contract/decisions/decision.ts'
import {
  Introduced,
  type OwnCosts,
  OwnCostsAnswer,
  ownCostsOf,
  readSetDecisions,
  SetIdAnswer,
  type SetState,
  SetsAnswer,
} from '../../../contract/decisions/set.ts'
import { DECISION_PATHS } from '../../../contract/paths.ts'
import {
  changeOnCompanion,
  getFromCompanion,
  postToCompanion,
  readCompanion,
} from '../../data/companion-calls.ts'
import { recognized } from '../../data/recognized.ts'

/** Calls of the decided prices (specification 19.8). They throw what postToCompanion throws. */

const SETS_KEY = ['decision-sets'] as const

/** Prefix of the keys of all queries about sets. */
export const everySet = { queryKey: SETS_KEY }

const pathOf = (id: number, action?: string): string =>
  `${DECISION_PATHS.sets}/${id}${action === undefined ? '' : `/${action}`}`

/** Query of the team's sets, most recently changed first. */
export const setsQuery = queryOptions({
  queryKey: [...SETS_KEY, 'list'],
  queryFn: async ({ signal }) => (await getFromCompanion(SetsAnswer, DECISION_PATHS.sets, signal)).sets,
  // Other people change them too.
  refetchOnWindowFocus: 'always',
})

/** Query of how many prices of a set our sites have adopted. */
export const introducedQuery = (id: number) =>
  queryOptions({
    queryKey: [...SETS_KEY, 'introduced', id],
    queryFn: ({ signal }) => getFromCompanion(Introduced, pathOf(id, 'introduced'), signal),
    staleTime: 5 * 60_000,
  })

/** Fetches the prices of a set. */
export async function fetchSet(id: number, signal: AbortSignal): Promise<Decision[]> {
  const body = await readCompanion(pathOf(id), signal)
  return recognized(() => readSetDecisions(body))
}

export interface NewSet {
  /** idempotency key: 32 hexadecimal digits, the same when the call is repeated */
  key: string
  name: string
  decisions: readonly Decision[]
}

export async function saveSet(set: NewSet): Promise<void> {
  await postToCompanion(SetIdAnswer, DECISION_PATHS.sets, set)
}

export async function moveSet(id: number, from: SetState, to: SetState): Promise<void> {
  await changeOnCompanion(pathOf(id, 'state'), { from, to })
}

export async function removeSet(id: number): Promise<void> {
  await changeOnCompanion(pathOf(id, 'remove'))
}

/**
 * Fetches own wholesale prices and costs, which most reports leave out.
 * @param date YYYY-MM-DD
 * @param tyres keys of the tyres
 */
export async function fetchOwnCosts(date: string, tyres: readonly string[]): Promise<OwnCosts> {
  const { costs } = await postToCompanion(OwnCostsAnswer, DECISION_PATHS.ownCosts, { date, tyres })
  return ownCostsOf(costs)
}
