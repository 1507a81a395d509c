import type { QueryClient } from '@tanstack/react-query'
import { createPairQueue, type PairQueue } from './pair-queue.ts'

/** Queues by the query cache of the signed-in user, which a sign-out discards. */
const queues = new WeakMap<QueryClient, PairQueue>()

/**
 * Returns the queue of a user, the same one until the user signs out: a visit to another page must not forget what was
 * put off, or which decisions were made.
 */
export function visitQueue(queries: QueryClient): PairQueue {
  const known = queues.get(queries) ?? createPairQueue()
  queues.set(queries, known)
  return known
}
