import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Static, TSchema } from 'typebox'
import { type Decision, MAX_DECISIONS, readDecision } from '../../../contract/decisions/decision.ts'
import {
  SimulationPart,
  StrategyDecisionsPart,
  StrategyPreviewPart,
} from '../../../contract/strategies/figures.ts'
import {
  STRATEGY_PATHS,
  StrategiesAnswer,
  StrategyChoices,
  StrategyIdAnswer,
  type StrategyRails,
  type StrategySettings,
} from '../../../contract/strategies/strategy.ts'
import { jsonBody, send } from '../../data/client.ts'
import { answerOf, changeOnCompanion, getFromCompanion, postToCompanion } from '../../data/companion-calls.ts'
import { recognized } from '../../data/recognized.ts'

/** Requests about strategies (specification 19.13). They throw errors of postToCompanion. */

const STRATEGIES_KEY = ['strategies'] as const

/** Query filter that matches all queries about strategies. */
export const everyStrategy = { queryKey: STRATEGIES_KEY }

const pathOf = (id: number, action?: string): string =>
  `${STRATEGY_PATHS.strategies}/${id}${action === undefined ? '' : `/${action}`}`

/** Query for the team's strategies and limits. */
export const strategiesQuery = queryOptions({
  queryKey: [...STRATEGIES_KEY, 'list'],
  queryFn: ({ signal }) => getFromCompanion(StrategiesAnswer, STRATEGY_PATHS.strategies, signal),
  // Other people change and approve strategies, too.
  refetchOnWindowFocus: 'always',
})

/** Query for the values of the filters. */
export const strategyChoicesQuery = queryOptions({
  queryKey: [...STRATEGIES_KEY, 'choices'],
  queryFn: ({ signal }) => getFromCompanion(StrategyChoices, STRATEGY_PATHS.choices, signal),
  staleTime: 5 * 60_000,
})

/** @param id null to create a strategy; @returns the strategy's id */
export async function saveStrategy(id: number | null, settings: StrategySettings): Promise<number> {
  const path = id === null ? STRATEGY_PATHS.strategies : pathOf(id)
  return (await postToCompanion(StrategyIdAnswer, path, settings)).id
}

export const deleteStrategy = (id: number): Promise<void> => changeOnCompanion(pathOf(id, 'remove'))
export const reorderStrategy = (id: number, up: boolean): Promise<void> =>
  changeOnCompanion(pathOf(id, 'move'), { up })
export const setApproval = (id: number, version: number, approved: boolean): Promise<void> =>
  changeOnCompanion(pathOf(id, 'approve'), { version, approved })
/** @param outlet null to take the permission back */
export const setPermit = (id: number, version: number, outlet: number | null): Promise<void> =>
  changeOnCompanion(pathOf(id, 'permit'), { version, outlet })
export const setRails = (rails: StrategyRails): Promise<void> =>
  changeOnCompanion(STRATEGY_PATHS.rails, rails)

/** Place of a part in a run. */
const FIRST_PART = { from: 0, version: '' }
type PartAt = typeof FIRST_PART

interface PartAnswer {
  version: string
  next: number | null
}
const afterPart = ({ next, version }: PartAnswer): PartAt | undefined =>
  next === null ? undefined : { from: next, version }

async function fetchPart<Schema extends TSchema>(
  schema: Schema,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<Static<Schema>> {
  return answerOf(schema, await send(path, { method: 'POST', ...jsonBody(body), signal }))
}

/** Strategy to compute, saved or not. */
export interface StrategyTrial {
  /** null for a new strategy */
  id: number | null
  settings: StrategySettings
}

/** Parts of a run that have arrived. */
interface ArrivedParts<Part> {
  parts: readonly Part[]
  isWhole: boolean
}

/** Query that fetches part after part, and has those that have arrived in the meantime. */
const partsQuery = <Schema extends TSchema>(
  name: string,
  schema: Schema,
  path: string,
  trial: StrategyTrial,
) =>
  queryOptions<ArrivedParts<Static<Schema>>, Error, ArrivedParts<Static<Schema>>, QueryKey>({
    queryKey: [name, trial],
    queryFn: async ({ signal, client, queryKey }) => {
      const parts: Static<Schema>[] = []
      for (let at: PartAt | undefined = FIRST_PART; at; ) {
        const part: Static<Schema> = await fetchPart(schema, path, { ...trial, ...at }, signal)
        parts.push(part)
        at = afterPart(part as PartAnswer)
        // Never fresh: a request that is cancelled before the last part leaves these.
        if (at) client.setQueryData(queryKey, { parts: [...parts], isWhole: false }, { updatedAt: 0 })
      }
      return { parts, isWhole: true }
    },
    staleTime: 60_000,
    gcTime: 60_000,
  })

/** Query for the parts of a preview. */
export const previewPartsQuery = (trial: StrategyTrial) =>
  partsQuery('strategy-preview', StrategyPreviewPart, STRATEGY_PATHS.preview, trial)

/** Query for the parts of a simulation. */
export const simulationPartsQuery = (trial: StrategyTrial) =>
  partsQuery('strategy-simulation', SimulationPart, STRATEGY_PATHS.simulation, trial)

/** Decided prices of a saved strategy. */
export interface StrategyDecisions {
  /** YYYY-MM-DD */
  day: string
  decisions: Decision[]
  /** whether there are more prices than a basket or a set holds */
  isCut: boolean
}

/** Fetches the decisions of a saved strategy part by part. */
export async function fetchStrategyDecisions(
  id: number,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<StrategyDecisions> {
  const decisions: Decision[] = []
  for (let at: PartAt | undefined = FIRST_PART; ; ) {
    const part: Static<typeof StrategyDecisionsPart> = await fetchPart(
      StrategyDecisionsPart,
      pathOf(id, 'decisions'),
      at,
      signal,
    )
    decisions.push(...recognized(() => part.decisions.map(readDecision)))
    onProgress(part.done, part.total)
    at = afterPart(part)
    if (at && decisions.length < MAX_DECISIONS) continue
    const isCut = decisions.length > MAX_DECISIONS || at !== undefined
    return { day: part.day, decisions: decisions.slice(0, MAX_DECISIONS), isCut }
  }
}
