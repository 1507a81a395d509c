import pLimit from 'p-limit'

/** Each takes a core for tens of milliseconds, and 19 MB: more at once would slow everything else down. */
const AT_ONCE = 2
/** The last in the queue waits two or three seconds. */
const WAITING = 64
const RETRY_AFTER_S = 5

/** So many passwords are being checked that this one would wait too long. */
export class HashQueueFull extends Error {
  override name = 'HashQueueFull'
  readonly statusCode = 503
  /** seconds */
  readonly retryAfter = RETRY_AFTER_S
}

const limit = pLimit(AT_ONCE)

/** Runs the costly part of hashing a password when its turn comes. @throws HashQueueFull */
export async function inHashQueue<T>(hash: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= WAITING) throw new HashQueueFull('too many passwords to check')
  return limit(hash)
}
