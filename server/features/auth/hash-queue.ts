import PQueue from 'p-queue'

/**
 * Maximum number of parallel hashes: each takes a core for tens of milliseconds and 19 MB, and more would slow
 * everything else down.
 */
const AT_ONCE = 2
/** Maximum length of each lane; the last caller in the known lane waits two or three seconds. */
const WAITING = 64
const RETRY_AFTER_S = 5

/** Error of a full queue, in which this password would wait too long. */
export class HashQueueFull extends Error {
  override name = 'HashQueueFull'
  readonly statusCode = 503
  /** seconds */
  readonly retryAfter = RETRY_AFTER_S
}

/**
 * Priority lane. Callers who have proved something before go first, so that a crowd of strangers delays none of them.
 */
export type Lane = 'known' | 'stranger'
const PRIORITIES: Readonly<Record<Lane, number>> = { known: 1, stranger: 0 }

const queue = new PQueue({ concurrency: AT_ONCE })

/**
 * Runs the costly part of hashing a password when its turn comes.
 * @throws HashQueueFull
 */
export async function inHashQueue<T>(hash: () => Promise<T>, lane: Lane = 'stranger'): Promise<T> {
  const priority = PRIORITIES[lane]
  if (queue.sizeBy({ priority }) >= WAITING) throw new HashQueueFull('too many passwords to check')
  return queue.add(hash, { priority })
}
