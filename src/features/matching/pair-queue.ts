import type { PairDecisionBody, QueuePair } from '../../../contract/matching/matching.ts'
import { failureText } from '../../data/companion-calls.ts'
import { HttpError } from '../../data/errors.ts'
import { needsConfirmation, sendDecision, undoDecision } from '../../data/matching-calls.ts'
import { createStore, type ReadableStore } from '../../lib/store.ts'
import { fetchPairs, QUEUE_LIMIT } from './matching-calls.ts'
import {
  EMPTY_QUEUE,
  keyOf,
  type PairVerdict,
  type QueueState,
  type SessionDecision,
  settledCount,
  settledHere,
  withoutPairs,
  withPairs,
} from './queue-state.ts'

export interface PairQueue {
  state: ReadableStore<QueueState>
  load(): Promise<void>
  /** forgets the loaded pairs, because other decisions may have settled them, and loads them again */
  reload(): void
  /** aborts loading; decisions that are queued are still sent */
  stop(): void
  decide(verdict: PairVerdict, shared?: boolean): void
  postpone(): void
  /** displays the pairs that were put off */
  resume(): void
  /** displays the next or previous pair */
  move(by: 1 | -1): void
  undo(): void
  dismiss(): void
}

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
export function createPairQueue(): PairQueue {
  const store = createStore(EMPTY_QUEUE)
  const change = (over: Partial<QueueState>) => store.set({ ...store.get(), ...over })
  /** decisions that the server has not confirmed */
  const unconfirmed = new Set<SessionDecision>()
  let sending: Promise<unknown> = Promise.resolve()
  let loading: AbortController | null = null
  /** whether the server has no pairs beyond the loaded ones */
  let exhausted = false
  let isStopped = false

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
    const { pairs, postponed } = store.get()
    const sent = [...unconfirmed].flatMap(({ pair, siblings }) => [pair, ...siblings])
    return [...postponed, ...sent, ...pairs].map(keyOf).slice(-MAX_SKIPPED)
  }

  async function load(): Promise<void> {
    if (loading) return
    isStopped = false
    const own = new AbortController()
    loading = own
    change({ loading: true, error: null })
    const settledBefore = settledHere(store.get())
    try {
      const answer = await fetchPairs(skipped(), own.signal)
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
        current: store.get().current ?? pairs[0] ?? null,
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

  function stop(): void {
    isStopped = true
    loading?.abort()
    loading = null
    change({ loading: false })
  }

  function decide(verdict: PairVerdict, shared = false): void {
    const { current: pair, pairs, decided } = store.get()
    if (!pair) return
    const siblings =
      verdict === 'same' ? pairs.filter((one) => one !== pair && one.listing.id === pair.listing.id) : []
    const body: PairDecisionBody = { listing: pair.listing.id, tyre: pair.tyre.id, decision: verdict }
    const entry: SessionDecision = { pair, verdict, siblings, sent: Promise.resolve(null) }
    unconfirmed.add(entry)
    change({ decided: [...decided, entry] })
    goOn()
    remove([pair, ...siblings])
    addWaiting(-settledCount(entry))
    entry.sent = enqueue(() =>
      sendDecision(shared ? { ...body, shared } : body)
        .finally(() => unconfirmed.delete(entry))
        .catch((error: unknown) => {
          refuse(entry, error)
          return null
        }),
    )
    loadIfFew()
  }

  /** Handles a decision that was not saved. */
  function refuse(entry: SessionDecision, error: unknown): void {
    const { decided } = store.get()
    const isUndone = !decided.includes(entry)
    const asks = needsConfirmation(error)
    const returned = [asks ? { ...entry.pair, taken: true } : entry.pair, ...entry.siblings]
    change({ decided: decided.filter((one) => one !== entry) })
    if (isSettled(error) && !asks) {
      if (isUndone) remove([entry.pair])
      else if (entry.siblings.length > 0) insert(entry.siblings, 'behind')
      addWaiting(isUndone ? -1 : entry.siblings.length)
      change({ message: { kind: 'settled', words: failureText(error) } })
      return
    }
    if (isUndone) return
    insert(returned, 'behind')
    addWaiting(returned.length)
    const words = `Решение не сохранено, пара вернулась в очередь: ${entry.pair.listing.name}. ${failureText(error)}`
    change({ message: { kind: 'failed', words } })
  }

  function undo(): void {
    const { decided } = store.get()
    const entry = decided.at(-1)
    if (!entry) return
    const returned = [entry.pair, ...entry.siblings]
    change({ decided: decided.slice(0, -1) })
    goOn()
    insert(returned, 'before')
    addWaiting(returned.length)
    void enqueue(async () => {
      const id = await entry.sent
      if (id === null) return
      try {
        await undoDecision(id)
      } catch (error) {
        remove(returned)
        addWaiting(-returned.length)
        if (!isSettled(error)) change({ decided: [...store.get().decided, entry] })
        change({ message: { kind: 'failed', words: `Решение не отменено. ${failureText(error)}` } })
      }
    })
  }

  function postpone(): void {
    const { current, postponed } = store.get()
    if (!current) return
    change({ postponed: [...postponed, current] })
    goOn()
    remove([current])
    loadIfFew()
  }

  function resume(): void {
    const { postponed } = store.get()
    change({ postponed: [] })
    const settled = settledHere(store.get())
    insert(
      postponed.filter((pair) => !settled(pair)),
      'before',
    )
  }

  function move(by: 1 | -1): void {
    const { pairs, current } = store.get()
    const next = current && pairs[pairs.indexOf(current) + by]
    if (next) change({ current: next })
    loadIfFew()
  }

  function reload(): void {
    stop()
    exhausted = false
    change({ pairs: [], current: null })
    void load()
  }

  const dismiss = () => change({ message: null })
  return { state: store, load, reload, stop, decide, postpone, resume, move, undo, dismiss }
}
