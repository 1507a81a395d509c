import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { type Decision, MAX_DECISIONS, readDecision } from '../../../contract/decisions/decision.ts'
import type { AnswerOf } from '../../../contract/lib/call.ts'
import type { StrategySettings } from '../../../contract/strategies/strategy.ts'
import { STRATEGY_CALLS, STRATEGY_PART_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import { recognized } from '../../data/recognized.ts'
import { call } from '../../data/send-call.ts'

const STRATEGIES_KEY = ['strategies'] as const

/** Query filter that matches all queries about strategies. */
export const everyStrategy = { queryKey: STRATEGIES_KEY }

/** Query for the team's strategies and limits. */
export const strategiesQuery = queryOptions({
  queryKey: [...STRATEGIES_KEY, 'list'],
  queryFn: ({ signal }) => call(STRATEGY_CALLS.list, {}, signal),
  // Other people change and approve strategies, too.
  refetchOnWindowFocus: 'always',
})

export const strategyChoicesQuery = queryOptions({
  queryKey: [...STRATEGIES_KEY, 'choices'],
  queryFn: ({ signal }) => call(STRATEGY_PART_CALLS.choices, {}, signal),
  staleTime: 5 * 60_000,
})

/** Place of a part in a run. */
const FIRST_PART = { from: 0, version: '' }
type PartAt = typeof FIRST_PART

interface PartAnswer {
  version: string
  next: number | null
}
const afterPart = ({ next, version }: PartAnswer): PartAt | undefined =>
  next === null ? undefined : { from: next, version }

export interface StrategyTrial {
  /** null for a new strategy */
  id: number | null
  settings: StrategySettings
}

interface ArrivedParts<Part> {
  parts: readonly Part[]
  isWhole: boolean
}

type PartsCall = typeof STRATEGY_PART_CALLS.preview | typeof STRATEGY_PART_CALLS.simulation

/** Query that fetches part after part, and has those that have arrived in the meantime. */
const partsQuery = <Declared extends PartsCall>(name: string, declared: Declared, trial: StrategyTrial) =>
  queryOptions<ArrivedParts<AnswerOf<Declared>>, Error, ArrivedParts<AnswerOf<Declared>>, QueryKey>({
    queryKey: [name, trial],
    queryFn: async ({ signal, client, queryKey }) => {
      const parts: AnswerOf<Declared>[] = []
      for (let at: PartAt | undefined = FIRST_PART; at; ) {
        const part = await call<PartsCall>(declared, { ...trial, ...at }, signal)
        parts.push(part as AnswerOf<Declared>)
        at = afterPart(part)
        // Never fresh: a request that is cancelled before the last part leaves these.
        if (at) client.setQueryData(queryKey, { parts: [...parts], isWhole: false }, { updatedAt: 0 })
      }
      return { parts, isWhole: true }
    },
    staleTime: 60_000,
    gcTime: 60_000,
  })

export const previewPartsQuery = (trial: StrategyTrial) =>
  partsQuery('strategy-preview', STRATEGY_PART_CALLS.preview, trial)

export const simulationPartsQuery = (trial: StrategyTrial) =>
  partsQuery('strategy-simulation', STRATEGY_PART_CALLS.simulation, trial)

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
    const part: AnswerOf<typeof STRATEGY_PART_CALLS.decisions> = await call(
      STRATEGY_PART_CALLS.decisions,
      { id, ...at },
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
