import type { FastifyBaseLogger } from 'fastify'
import { pruneAudit } from './audit-log.ts'
import { pruneAttempts } from './auth/attempt-counts.ts'
import type { Db } from './db/db.ts'
import { pruneRateLimits } from './http/shared-rate-limits.ts'

const HOUR_MS = 60 * 60_000
const PRUNED = {
  'the audit log': pruneAudit,
  'sign-in attempts': pruneAttempts,
  'rate limits': pruneRateLimits,
} as const

/** Removes what is past keeping, once an hour. */
export function createPruning(db: Db, log: Pick<FastifyBaseLogger, 'error'>) {
  let timer: NodeJS.Timeout | undefined
  const prune = () => {
    for (const [what, remove] of Object.entries(PRUNED)) {
      remove(db, Date.now()).catch((error: unknown) => log.error({ err: error }, `pruning ${what} failed`))
    }
  }
  return {
    start() {
      timer = setInterval(prune, HOUR_MS).unref()
    },
    async stop() {
      clearInterval(timer)
    },
  }
}
