import { statfs } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { HEALTH_PATHS } from '../../../contract/paths.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Sql } from '../db/db.ts'
import { neverStored } from '../http/security.ts'

type Check = 'database' | 'disk'

type Readiness = Readonly<Record<Check, boolean>>

/** Minimum free disk space in bytes, about the need of an import of a large day. */
const FREE_BYTES = 256 * 1024 * 1024
const DEADLINE_MS = 2_000
/** Time in ms for which a result is reused, so that many requests cause at most one check per second. */
const KEPT_MS = 1_000

/** Creates a function that checks whether the database responds and the disk has free space, at most once a second. */
export function createReadiness(sql: Sql, dataDir: string): () => Promise<Readiness> {
  let last: { at: number; readiness: Promise<Readiness> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= KEPT_MS) last = { at: now, readiness: check(sql, dataDir) }
    return last.readiness
  }
}

async function check(sql: Sql, dataDir: string): Promise<Readiness> {
  const [database, disk] = await Promise.all([
    inTime(async () => (await sql.get('SELECT 1 AS one')) !== undefined),
    inTime(async () => {
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize >= FREE_BYTES
    }),
  ])
  return { database, disk }
}

/** Returns false if the check fails or takes too long. */
async function inTime(ask: () => Promise<boolean>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, DEADLINE_MS, false).unref())
  return Promise.race([ask().catch(() => false), late])
}

interface HealthRoutes {
  /** undefined if requests are forwarded to an existing backend, which reports its own health */
  readiness: (() => Promise<Readiness>) | undefined
}

const ReadyAnswer = Type.Object({
  ready: Type.Boolean(),
  version: Type.String(),
  checks: Type.Record(Type.String(), Type.Boolean(), { description: 'database, disk' }),
})

/** Routes for load balancers and supervisors, without a session (specification 10.28). */
export const healthRoutes: FastifyPluginAsyncTypebox<HealthRoutes> = async (app, { readiness }) => {
  app.addHook('onRequest', neverStored)

  app.get(
    HEALTH_PATHS.alive,
    {
      schema: {
        summary: 'Сервер отвечает',
        response: { 200: Type.Object({ alive: Type.Literal(true) }) },
      },
    },
    async () => ({ alive: true as const }),
  )

  app.get(
    HEALTH_PATHS.ready,
    { schema: { summary: 'Сервер готов работать', response: { 200: ReadyAnswer, 503: ReadyAnswer } } },
    async (_request, reply) => {
      const checks = (await readiness?.()) ?? {}
      const ready = Object.values(checks).every(Boolean)
      return reply.code(ready ? 200 : 503).send({ ready, version: packageFile.version, checks })
    },
  )
}
