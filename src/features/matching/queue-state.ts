import type { QueuePair } from '../../../contract/matching/match-queue.ts'
import type { PairDecisionBody } from '../../../contract/matching/matching.ts'

export type PairVerdict = PairDecisionBody['decision']

/** Decision of this session, sent in the background. */
export interface SessionDecision {
  pair: QueuePair
  verdict: PairVerdict
  /** other loaded pairs of the listing, which are settled once it is matched */
  siblings: readonly QueuePair[]
  /** id of the decision; null if it was not accepted */
  sent: Promise<number | null>
}

/** Pair that was put off. */
interface Postponement {
  pair: QueuePair
}

export type QueueAction = SessionDecision | Postponement

export interface QueueState {
  /** loaded pairs that are neither decided nor put off, in their order */
  pairs: readonly QueuePair[]
  current: QueuePair | null
  /** actions of this session that are not undone, the last one at the end */
  actions: readonly QueueAction[]
  /** number of undecided pairs on the server, without the decisions that are being sent; null until loaded */
  waiting: number | null
  loading: boolean
  /** reason why no pairs could be loaded */
  error: Error | null
  /** reason why a decision was not saved; 'settled' if the pair needs no decision any more */
  message: { kind: 'failed' | 'settled'; words: string } | null
  /** number of requests that are queued or in flight */
  unsent: number
}

export const EMPTY_QUEUE: QueueState = {
  pairs: [],
  current: null,
  actions: [],
  waiting: null,
  loading: false,
  error: null,
  message: null,
  unsent: 0,
}

export const keyOf = ({ listing, tyre }: QueuePair): string => `${listing.id}:${tyre.id}`

export const isDecision = (action: QueueAction): action is SessionDecision => 'verdict' in action

export const decisionsOf = ({ actions }: Pick<QueueState, 'actions'>): SessionDecision[] =>
  actions.filter(isDecision)

/** Returns the pairs that were put off, in the order in which that was done. */
export const postponedOf = ({ actions }: Pick<QueueState, 'actions'>): QueuePair[] =>
  actions.filter((action) => !isDecision(action)).map(({ pair }) => pair)

/** Number of pairs that a decision settles. */
export const settledCount = ({ siblings }: SessionDecision): number => 1 + siblings.length

/** Returns whether the tyre has another listing of the site, possibly by a decision of this session. */
export const isTaken = (pair: QueuePair, decided: readonly SessionDecision[]): boolean =>
  pair.taken ||
  decided.some(
    ({ pair: { listing, tyre }, verdict }) =>
      verdict === 'same' && tyre.id === pair.tyre.id && listing.site === pair.listing.site,
  )

/** Returns a predicate that recognises pairs which a decision of this session settles, or which are put off. */
export function settledHere({ actions }: QueueState): (pair: QueuePair) => boolean {
  const keys = new Set(actions.map(({ pair }) => keyOf(pair)))
  const same = actions.filter((action) => isDecision(action) && action.verdict === 'same')
  const matched = new Set(same.map(({ pair }) => pair.listing.id))
  return (pair) => keys.has(keyOf(pair)) || matched.has(pair.listing.id)
}

type Displayed = Pick<QueueState, 'pairs' | 'current'>

/** Removes pairs and displays the one behind the current pair, or else the first. */
export function withoutPairs({ pairs, current }: Displayed, gone: readonly QueuePair[]): Displayed {
  const left = pairs.filter((pair) => !gone.includes(pair))
  const behind = pairs.slice(current ? pairs.indexOf(current) : 0)
  return { pairs: left, current: behind.find((pair) => left.includes(pair)) ?? left[0] ?? null }
}

/** Inserts pairs behind the current one, or before it and displays the first of them. */
export function withPairs(
  { pairs, current }: Displayed,
  given: readonly QueuePair[],
  where: 'before' | 'behind',
): Displayed {
  const rest = pairs.filter((pair) => !given.includes(pair))
  const at = (current ? rest.indexOf(current) : -1) + (where === 'behind' ? 1 : 0)
  const all = rest.toSpliced(Math.max(at, 0), 0, ...given)
  return { pairs: all, current: (where === 'before' ? given[0] : current) ?? all[0] ?? null }
}
