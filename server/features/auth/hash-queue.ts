import PQueue from 'p-queue'

/** Each takes a core for tens of milliseconds, and 19 MB: more at once would slow everything else down. */
const AT_ONCE = 2
/** In each lane; the last of those ahead waits two or three seconds. */
const WAITING = 64
const RETRY_AFTER_S = 5

/** So many passwords are being checked that this one would wait too long. */
export class HashQueueFull extends Error {
  override name = 'HashQueueFull'
  readonly statusCode = 503
  /** seconds */
  readonly retryAfter = RETRY_AFTER_S
}

/** Those who have proved something before go ahead, so that a crowd of strangers keeps none of them waiting. */
export type Lane = 'known' | 'stranger'
const PRIORITIES: Readonly<Record<Lane, number>> = { known: 1, stranger: 0 }

const queue = new PQueue({ concurrency: AT_ONCE })

/** Runs the costly part of hashing a password when its turn comes. @throws HashQueueFull */
export async function inHashQueue<T>(hash: () => Promise<T>, lane: Lane = 'stranger'): Promise<T> {
  const priority = PRIORITIES[lane]
  if (queue.sizeBy({ priority }) >= WAITING) throw new HashQueueFull('too many passwords to check')
  return queue.add(hash, { priority })
}
