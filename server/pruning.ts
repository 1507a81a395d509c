import type { FastifyBaseLogger } from 'fastify'
import { pruneAttempts } from './features/auth/sign-in-throttle.ts'
import { pruneRules } from './features/rules/rule-tasks.ts'
import { pruneAudit } from './platform/audit/audit.ts'
import type { Db } from './platform/db/db.ts'
import { pruneRateLimits } from './platform/http/shared-rate-limits.ts'
import { createRepeatingTask, type RepeatingTask, together } from './platform/repeating-task.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PRUNED = [
  { what: 'the audit log', remove: pruneAudit, everyMs: HOUR_MS },
  // Pruned more often, because sign-in attempts with invented user names add any number of them.
  { what: 'sign-in attempts', remove: pruneAttempts, everyMs: MINUTE_MS },
  { what: 'events of rules', remove: pruneRules, everyMs: HOUR_MS },
  { what: 'rate limits', remove: pruneRateLimits, everyMs: HOUR_MS },
] as const

/** Creates the task that removes expired data. */
export const createPruning = (db: Db, log: Pick<FastifyBaseLogger, 'warn'>): RepeatingTask =>
  together(
    ...PRUNED.map(({ what, remove, everyMs }) =>
      createRepeatingTask({
        name: `pruning ${what}`,
        work: () => remove(db, Date.now()),
        log,
        pauseMs: everyMs,
      }),
    ),
  )
