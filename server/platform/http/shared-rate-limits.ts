import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit'
import type { Sql } from '../db/db.ts'
import { retainNewest } from '../recent-cache.ts'
import { tokenHash } from '../token-hash.ts'

type Counted = Parameters<FastifyRateLimitStore['incr']>[1]

/** Properties that identify a limit. Limits without a route have distinct keys. */
interface LimitOf {
  routeInfo?: { method?: string | readonly string[]; url?: string }
}
type StoreOptions = FastifyRateLimitOptions & LimitOf & { isLocal?: boolean }

/** Maximum number of keys above their limit that this server remembers. */
const REMEMBERED = 10_000

/** Store of this server alone, for limits so high that a statement per request would cost more than they save. */
class LocalRateLimits implements FastifyRateLimitStore {
  readonly #counts = new Map<string, { current: number; endsAt: number }>()

  incr(key: string, counted: Counted, timeWindow = 0): void {
    const now = Date.now()
    const known = this.#counts.get(key)
    const count = known && known.endsAt > now ? known : { current: 0, endsAt: now + timeWindow }
    count.current++
    retainNewest(this.#counts, key, count, REMEMBERED)
    counted(null, { current: count.current, ttl: count.endsAt - now })
  }

  child(): FastifyRateLimitStore {
    return new LocalRateLimits()
  }
}

/**
 * Creates a store for @fastify/rate-limit whose counters all servers of a database share. It runs one statement per
 * request of a limited route. Keys above their limit are refused from memory, so that a flood causes no writes.
 */
export function sharedRateLimits(sql: Sql): new (options: StoreOptions) => FastifyRateLimitStore {
  const refused = new Map<string, number>()
  return class SharedRateLimits implements FastifyRateLimitStore {
    readonly #limit: string

    constructor({ routeInfo }: StoreOptions) {
      this.#limit = `${routeInfo?.method} ${routeInfo?.url}`
    }

    incr(key: string, counted: Counted, timeWindow = 0, max = Number.POSITIVE_INFINITY): void {
      const now = Date.now()
      // A key may be an address or a token, so only its hash is stored.
      const hash = tokenHash(`${this.#limit}\n${key}`)
      const until = refused.get(hash) ?? 0
      if (until > now) {
        counted(null, { current: max + 1, ttl: until - now })
        return
      }
      this.#count(hash, now, timeWindow).then(
        ({ count, ends_at } = { count: 1, ends_at: now }) => {
          if (count > max) retainNewest(refused, hash, ends_at, REMEMBERED)
          counted(null, { current: count, ttl: ends_at - now })
        },
        (error: Error) => counted(error),
      )
    }

    #count(hash: string, now: number, timeWindow: number) {
      return sql.get<{ count: number; ends_at: number }>`
        INSERT INTO rate_limits (hash, count, ends_at) VALUES (${hash}, 1, ${now + timeWindow})
        ON CONFLICT (hash) DO UPDATE SET
        count = CASE WHEN rate_limits.ends_at <= ${now} THEN 1 ELSE rate_limits.count + 1 END,
        ends_at = CASE WHEN rate_limits.ends_at <= ${now} THEN excluded.ends_at ELSE rate_limits.ends_at END
        RETURNING count, ends_at`
    }

    child(options: StoreOptions): FastifyRateLimitStore {
      return options.isLocal ? new LocalRateLimits() : new SharedRateLimits(options)
    }
  }
}

export async function pruneRateLimits(sql: Sql, now: number): Promise<void> {
  await sql.run`DELETE FROM rate_limits WHERE ends_at < ${now}`
}
