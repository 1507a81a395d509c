import PQueue from 'p-queue'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Maximum number of passwords hashed concurrently: each occupies a core for tens of milliseconds and takes 19 MB, so
 * more would slow down everything else.
 */
const AT_ONCE = 2
/** Maximum number of waiting callers per lane; the last one in the lane 'known' waits two or three seconds. */
const WAITING = 64
const RETRY_AFTER_S = 5

/** Priority of a caller. Known callers go first, so that a crowd of strangers does not delay them. */
export type Lane = 'known' | 'stranger'
const PRIORITIES: Readonly<Record<Lane, number>> = { known: 1, stranger: 0 }

const queue = new PQueue({ concurrency: AT_ONCE })

/**
 * Runs the expensive part of hashing a password once the queue permits it.
 * @throws Refusal 503 if a password would have to wait too long
 */
export async function inHashQueue<T>(hash: () => Promise<T>, lane: Lane = 'stranger'): Promise<T> {
  const priority = PRIORITIES[lane]
  if (queue.sizeBy({ priority }) >= WAITING)
    throw new Refusal(
      503,
      'Сервер занят, повторите через несколько секунд',
      {},
      { retryAfter: RETRY_AFTER_S },
    )
  return queue.add(hash, { priority })
}
