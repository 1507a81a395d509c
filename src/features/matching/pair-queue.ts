import type { QueuePair } from '../../../contract/matching/match-queue.ts'
import type { PairDecisionBody } from '../../../contract/matching/matching.ts'
import { MATCHING_CALLS } from '../../../contract/matching/matching-calls.ts'
import { failureText } from '../../data/companion-calls.ts'
import { HttpError } from '../../data/errors.ts'
import { needsConfirmation } from '../../data/matching-queries.ts'
import { call } from '../../data/send-call.ts'
import { createStore, type ReadableStore } from '../../lib/store.ts'
import {
  EMPTY_QUEUE,
  isDecision,
  keyOf,
  type PairVerdict,
  postponedOf,
  type QueueState,
  type SessionDecision,
  settledCount,
  settledHere,
  withoutPairs,
  withPairs,
} from './queue-state.ts'

export type PairQueue = ReturnType<typeof createPairQueue>

/** Number of pairs that one request returns at most. */
const QUEUE_LIMIT = 20

/** Number of pairs ahead below which more are loaded. */
const FEW = 8
/** Maximum number of pairs that a request may leave out. */
const MAX_SKIPPED = 200

/** Returns whether the server refused a decision for good: the pair is settled, or no longer exists. */
const isSettled = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 409 || error.status === 404)

/**
 * Creates the queue of pairs for a person to decide (specification 21.10). A decision takes effect at once; the requests
 * are sent one after the other in the order of the decisions.
 */
export function createPairQueue() {
  const store = createStore(EMPTY_QUEUE)
  const change = (over: Partial<QueueState>) => store.set({ ...store.get(), ...over })
  /** decisions that the server has not confirmed */
  const unconfirmed = new Set<SessionDecision>()
  let sending: Promise<unknown> = Promise.resolve()
  let loading: AbortController | null = null
  /** whether the server has no pairs beyond the loaded ones */
  let exhausted = false
  let isStopped = false
  /** pair that was displayed when the queue was stopped */
  let left: string | null = null

  /** Starts a request after all former ones, whether they succeeded or not. */
  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    change({ unsent: store.get().unsent + 1 })
    const result = sending.then(work).finally(() => {
      change({ unsent: store.get().unsent - 1 })
      if (store.get().pairs.length === 0 && !isStopped) void load()
    })
    sending = result.catch(() => undefined)
    return result
  }

  const remove = (gone: readonly QueuePair[]) => change(withoutPairs(store.get(), gone))
  const insert = (given: readonly QueuePair[], where: 'before' | 'behind') =>
    change(withPairs(store.get(), given, where))

  /** Removes a message that needs no action; that of a failure stays until it is dismissed. */
  const goOn = () => {
    if (store.get().message?.kind === 'settled') change({ message: null })
  }

  const addWaiting = (count: number) => {
    const { waiting } = store.get()
    if (waiting !== null) change({ waiting: Math.max(0, waiting + count) })
  }

  function skipped(): string[] {
    const sent = [...unconfirmed].flatMap(({ pair, siblings }) => [pair, ...siblings])
    return [...postponedOf(store.get()), ...sent, ...store.get().pairs].map(keyOf).slice(-MAX_SKIPPED)
  }

  async function load(): Promise<void> {
    if (loading) return
    isStopped = false
    const own = new AbortController()
    loading = own
    change({ loading: true, error: null })
    const settledBefore = settledHere(store.get())
    try {
      const answer = await call(
        MATCHING_CALLS.queue,
        { limit: QUEUE_LIMIT, skip: skipped().join(',') },
        own.signal,
      )
      if (own.signal.aborted) return
      const known = new Set(store.get().pairs.map(keyOf))
      const settled = settledHere(store.get())
      const added = answer.pairs.filter(
        (pair) => !known.has(keyOf(pair)) && !settled(pair) && !settledBefore(pair),
      )
      exhausted = answer.pairs.length < QUEUE_LIMIT
      const pairs = [...store.get().pairs, ...added]
      const inFlight = [...unconfirmed].reduce((sum, one) => sum + settledCount(one), 0)
      change({
        pairs,
        current: store.get().current ?? pairs.find((pair) => keyOf(pair) === left) ?? pairs[0] ?? null,
        waiting: Math.max(0, answer.waiting - inFlight),
      })
    } catch (error) {
      if (!own.signal.aborted) change({ error: error as Error })
    } finally {
      if (loading === own) {
        loading = null
        change({ loading: false })
      }
    }
  }

  function loadIfFew(): void {
    const { pairs, current } = store.get()
    const ahead = pairs.length - (current ? pairs.indexOf(current) : 0)
    if (ahead < FEW && !exhausted) void load()
  }

  /** Aborts loading and forgets the loaded pairs; queued decisions are still sent. */
  function stop(): void {
    isStopped = true
    exhausted = false
    loading?.abort()
    loading = null
    const { current } = store.get()
    if (current) left = keyOf(current)
    change({ pairs: [], current: null, loading: false })
  }

  function decide(verdict: PairVerdict, shared = false): void {
    const { current: pair, pairs, actions } = store.get()
    if (!pair) return
    const siblings =
      verdict === 'same' ? pairs.filter((one) => one !== pair && one.listing.id === pair.listing.id) : []
    const body: PairDecisionBody = { listing: pair.listing.id, tyre: pair.tyre.id, decision: verdict }
    const entry: SessionDecision = { pair, verdict, siblings, sent: Promise.resolve(null) }
    unconfirmed.add(entry)
    change({ actions: [...actions, entry] })
    goOn()
    remove([pair, ...siblings])
    addWaiting(-settledCount(entry))
    entry.sent = enqueue(() =>
      call(MATCHING_CALLS.decide, shared ? { ...body, shared } : body)
        .then(({ id }) => id)
        .finally(() => unconfirmed.delete(entry))
        .catch((error: unknown) => {
          refuse(entry, error)
          return null
        }),
    )
    loadIfFew()
  }

  function refuse(entry: SessionDecision, error: unknown): void {
    const { actions } = store.get()
    const isUndone = !actions.includes(entry)
    const asks = needsConfirmation(error)
    const returned = [asks ? { ...entry.pair, taken: true } : entry.pair, ...entry.siblings]
    change({ actions: actions.filter((one) => one !== entry) })
    if (isSettled(error) && !asks) {
      if (isUndone) remove([entry.pair])
      else if (entry.siblings.length > 0) insert(entry.siblings, 'behind')
      addWaiting(isUndone ? -1 : entry.siblings.length)
      change({ message: { kind: 'settled', words: `${entry.pair.listing.name}. ${failureText(error)}` } })
      return
    }
    if (isUndone) return
    insert(returned, 'behind')
    addWaiting(returned.length)
    const words = `Решение не сохранено, пара вернулась в очередь: ${entry.pair.listing.name}. ${failureText(error)}`
    change({ message: { kind: 'failed', words } })
  }

  /** Undoes the last decision or postponement. */
  function undo(): void {
    const { actions } = store.get()
    const action = actions.at(-1)
    if (!action) return
    change({ actions: actions.slice(0, -1) })
    goOn()
    if (isDecision(action)) takeBack(action)
    else insert([action.pair], 'before')
  }

  function takeBack(entry: SessionDecision): void {
    const returned = [entry.pair, ...entry.siblings]
    insert(returned, 'before')
    addWaiting(returned.length)
    void enqueue(async () => {
      const id = await entry.sent
      if (id === null) return
      try {
        await call(MATCHING_CALLS.undo, { id })
      } catch (error) {
        remove(returned)
        addWaiting(-returned.length)
        if (!isSettled(error)) change({ actions: [...store.get().actions, entry] })
        const words = `Решение не отменено: ${entry.pair.listing.name}. ${failureText(error)}`
        change({ message: { kind: 'failed', words } })
      }
    })
  }

  function postpone(): void {
    const { current, actions } = store.get()
    if (!current) return
    change({ actions: [...actions, { pair: current }] })
    goOn()
    remove([current])
    loadIfFew()
  }

  /** Displays the pairs that were put off. */
  function resume(): void {
    const postponed = postponedOf(store.get())
    change({ actions: store.get().actions.filter(isDecision) })
    const settled = settledHere(store.get())
    insert(
      postponed.filter((pair) => !settled(pair)),
      'before',
    )
  }

  /** Displays the next or previous pair. */
  function move(by: 1 | -1): void {
    const { pairs, current } = store.get()
    const next = current && pairs[pairs.indexOf(current) + by]
    if (next) change({ current: next })
    loadIfFew()
  }

  /** Loads the pairs again, because other decisions may have settled them. */
  function reload(): void {
    stop()
    void load()
  }

  const dismiss = () => change({ message: null })
  const state: ReadableStore<QueueState> = store
  return { state, load, reload, stop, decide, postpone, resume, move, undo, dismiss }
}
