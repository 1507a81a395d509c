import type { FastifyBaseLogger } from 'fastify'
import { pruneAttempts } from './features/auth/attempt-counts.ts'
import { pruneRules } from './features/rules/rule-tasks.ts'
import { pruneAudit } from './platform/audit/audit-log.ts'
import type { Db } from './platform/db/db.ts'
import { pruneRateLimits } from './platform/http/shared-rate-limits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PRUNED = [
  { what: 'the audit log', remove: pruneAudit, everyMs: HOUR_MS },
  // Pruned more often, because sign-in attempts with invented user names add any number of them.
  { what: 'sign-in attempts', remove: pruneAttempts, everyMs: MINUTE_MS },
  { what: 'events of rules', remove: pruneRules, everyMs: HOUR_MS },
  { what: 'rate limits', remove: pruneRateLimits, everyMs: HOUR_MS },
] as const

/** Periodically removes expired data. */
export function createPruning(db: Db, log: Pick<FastifyBaseLogger, 'error'>) {
  let timers: readonly NodeJS.Timeout[] = []
  return {
    start() {
      timers = PRUNED.map(({ what, remove, everyMs }) => {
        const prune = () =>
          remove(db, Date.now()).catch((error: unknown) =>
            log.error({ err: error }, `pruning ${what} failed`),
          )
        return setInterval(prune, everyMs).unref()
      })
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
