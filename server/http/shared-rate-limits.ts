import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit'
import { tokenHash } from '../auth/token-hash.ts'
import type { Sql } from '../db/db.ts'

type Counted = Parameters<FastifyRateLimitStore['incr']>[1]

/** What tells limits apart; those beside routes have keys that do. */
interface LimitOf {
  routeInfo?: { method?: string | readonly string[]; url?: string }
}
type StoreOptions = FastifyRateLimitOptions & LimitOf

/** Counts for @fastify/rate-limit that all servers of a database share: one statement for each request that is limited. */
export function sharedRateLimits(sql: Sql): new (options: StoreOptions) => FastifyRateLimitStore {
  return class SharedRateLimits implements FastifyRateLimitStore {
    readonly #limit: string

    constructor({ routeInfo }: StoreOptions) {
      this.#limit = `${routeInfo?.method} ${routeInfo?.url}`
    }

    incr(key: string, counted: Counted, timeWindow = 0): void {
      const now = Date.now()
      this.#count(key, now, timeWindow).then(
        (row) => counted(null, { current: row?.count ?? 1, ttl: (row?.ends_at ?? now) - now }),
        (error: Error) => counted(error),
      )
    }

    /** A key may be an address or a token. */
    #count(key: string, now: number, timeWindow: number) {
      return sql.get<{ count: number; ends_at: number }>(
        `INSERT INTO rate_limits (hash, count, ends_at) VALUES (?, 1, ?)
         ON CONFLICT (hash) DO UPDATE SET
           count = CASE WHEN rate_limits.ends_at <= ? THEN 1 ELSE rate_limits.count + 1 END,
           ends_at = CASE WHEN rate_limits.ends_at <= ? THEN excluded.ends_at ELSE rate_limits.ends_at END
         RETURNING count, ends_at`,
        tokenHash(`${this.#limit}\n${key}`),
        now + timeWindow,
        now,
        now,
      )
    }

    child(options: StoreOptions): FastifyRateLimitStore {
      return new SharedRateLimits(options)
    }
  }
}

/** Removes counts whose time is over. */
export async function pruneRateLimits(sql: Sql, now: number): Promise<void> {
  await sql.run('DELETE FROM rate_limits WHERE ends_at < ?', now)
}
