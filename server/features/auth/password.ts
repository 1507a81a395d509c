import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import PQueue from 'p-queue'
import { Refusal } from '../../platform/refusal.ts'

const deriveAtOnce = promisify(argon2)
const derive = (parameters: Argon2Parameters, lane?: HashPriority) =>
  inHashQueue(() => deriveAtOnce('argon2id', parameters), lane)

/** Cost of argon2id recommended by OWASP; memory in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_LENGTH = 32

/**
 * Hashes a password.
 * @returns salt and tag in the PHC string format
 * @throws Refusal 503 if too many passwords wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(parameters(normalized(password), salt))
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Hash that no password matches. Verifying it takes as long as verifying any other new hash. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Verifies a password.
 * @throws Refusal 503 if too many passwords wait
 */
export async function verifyPassword(password: string, hash: string, lane?: HashPriority): Promise<boolean> {
  const [cost = '', salt, tag] = hash.split('$').slice(3)
  if (!salt || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  // Hashes from before the normalisation were computed from the password as typed.
  for (const typed of new Set([normalized(password), password])) {
    const actual = await derive(parameters(typed, Buffer.from(salt, 'base64'), costOf(cost)), lane)
    if (expected.length === actual.length && timingSafeEqual(expected, actual)) return true
  }
  return false
}

/** Normalises a password, because keyboards compose the same letter in several ways (RFC 8265 §4.2). */
const normalized = (password: string): string => password.normalize('NFC')

/** Parses the cost of a stored hash, so that hashes with former costs still match. */
function costOf(text: string): typeof COST {
  const { m, t, p } = Object.fromEntries(text.split(',').map((pair) => pair.split('=')))
  return { memory: Number(m), passes: Number(t), parallelism: Number(p) }
}

function parameters(password: string, nonce: Buffer, cost = COST): Argon2Parameters {
  return { message: password, nonce, ...cost, tagLength: TAG_LENGTH }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '')

/**
 * Maximum number of passwords hashed concurrently: each occupies a core for tens of milliseconds and takes 19 MB, so
 * more would slow down everything else.
 */
const AT_ONCE = 2
/** Maximum number of waiting callers per lane; the last one in the lane 'known' waits two or three seconds. */
const WAITING = 64
const RETRY_AFTER_S = 5

/** Priority of a caller. Known callers go first, so that a crowd of strangers does not delay them. */
export type HashPriority = 'known' | 'stranger'
const PRIORITIES: Readonly<Record<HashPriority, number>> = { known: 1, stranger: 0 }

const queue = new PQueue({ concurrency: AT_ONCE })

/**
 * Runs the expensive part of hashing a password once the queue permits it.
 * @throws Refusal 503 if a password would have to wait too long
 */
export async function inHashQueue<T>(hash: () => Promise<T>, lane: HashPriority = 'stranger'): Promise<T> {
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
