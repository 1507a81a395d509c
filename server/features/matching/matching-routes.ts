import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  BatchAnswer,
  LineDecisionBody,
  ModelLinesAnswer,
  QueueAnswer,
} from '../../../contract/matching/match-queue.ts'
import { CoverageAnswer, DecisionAnswer, PairDecisionBody } from '../../../contract/matching/matching.ts'
import { MATCHING_PATHS } from '../../../contract/paths.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import type { Db } from '../../platform/db/db.ts'
import { NumericId } from '../../platform/http/schemas.ts'
import { requireExactBodies } from '../../platform/http/validators.ts'
import type { SessionGuard } from '../auth/http/admin-guard.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { decidePair } from './decide.ts'
import type { MatchingThread } from './matching-thread.ts'
import { decideLine } from './model-lines.ts'
import { describePairs } from './queue.ts'
import { undoDecisionBatch, undoDecisions } from './undo.ts'

export interface MatchingRoutes {
  db: Db
  guard: RequestGuard
  /** admits administrators and analysts */
  analystGuard: SessionGuard
  isOwnSite: IsOwnSite
  thread: MatchingThread
}

const security = [{ bearer: [] }]
const MOST_PAIRS = 50
/** Number of pairs that a client may have put off, as 'listing:tyre'. */
const MOST_SKIPPED = 200

/** Routes of the queue of uncertain pairs, and of decisions about them (specification 21.3 to 21.5). */
export const matchingRoutes: FastifyPluginAsyncTypebox<MatchingRoutes> = async (
  app,
  { db, guard, analystGuard, isOwnSite, thread },
) => {
  app.addHook('onRequest', guard)
  app.addHook('onRequest', analystGuard)
  requireExactBodies(app)
  // A fast worker decides a pair every two seconds.
  const decisionLimit = perPerson(240)
  const readLimit = perPerson(120)

  app.get(
    MATCHING_PATHS.queue,
    {
      config: { rateLimit: readLimit },
      schema: {
        summary: 'Пары на проверку',
        security,
        querystring: Type.Object(
          {
            limit: Type.Integer({ minimum: 1, maximum: MOST_PAIRS, default: 20 }),
            skip: Type.Optional(
              Type.String({ maxLength: MOST_SKIPPED * 22, pattern: '^(?:[0-9]{1,10}:[0-9]{1,10},?)*$' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: QueueAnswer },
      },
    },
    async ({ query: { limit, skip = '' } }) => {
      const sites = await db.all<{ id: number; host: string }>('SELECT id, host FROM sites')
      const own = sites.filter(({ host }) => isOwnSite(host)).map(({ id }) => id)
      const { pairs, waiting } = await thread.run('queue', { own, limit, skip: skip.split(',') })
      return { version: 1 as const, pairs: await describePairs(db, isOwnSite, pairs), waiting }
    },
  )

  app.post(
    MATCHING_PATHS.decisions,
    {
      config: { rateLimit: decisionLimit },
      schema: {
        summary: 'Та же шина или другая',
        security,
        body: PairDecisionBody,
        response: { 200: DecisionAnswer },
      },
    },
    async (request) => {
      const { shared = false, ...pair } = request.body
      return { id: await decidePair(db, { ...pair, shared }, { userId: userOf(request).id, batch: '' }) }
    },
  )

  app.post(
    `${MATCHING_PATHS.decisions}/:id/undo`,
    {
      config: { rateLimit: decisionLimit },
      schema: {
        summary: 'Отменить решение',
        security,
        params: NumericId,
        response: { 200: DecisionAnswer },
      },
    },
    async (request) => {
      const id = Number(request.params.id)
      await undoDecisions(db, { id }, userOf(request).id)
      return { id }
    },
  )

  app.get(
    MATCHING_PATHS.lines,
    {
      config: { rateLimit: readLimit },
      schema: {
        summary: 'Модели, которые могут быть одной',
        security,
        response: { 200: ModelLinesAnswer },
      },
    },
    async () => ({ version: 1 as const, lines: await thread.run('lines', null) }),
  )

  app.post(
    MATCHING_PATHS.lines,
    {
      config: { rateLimit: perPerson(60) },
      schema: {
        summary: 'Решить обо всех размерах модели',
        security,
        body: LineDecisionBody,
        response: { 200: BatchAnswer },
      },
    },
    async (request) => decideLine(db, request.body, userOf(request).id),
  )

  app.post(
    `${MATCHING_PATHS.batches}/:batch/undo`,
    {
      config: { rateLimit: perPerson(60) },
      schema: {
        summary: 'Отменить решения, принятые вместе',
        security,
        params: Type.Object({ batch: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
        response: { 200: BatchAnswer },
      },
    },
    async (request) => {
      const { batch } = request.params
      return { batch, decided: await undoDecisionBatch(db, batch, userOf(request).id), refused: 0 }
    },
  )

  app.get(
    MATCHING_PATHS.coverage,
    {
      config: { rateLimit: readLimit },
      schema: {
        summary: 'Сколько сопоставлено по сайтам',
        security,
        response: { 200: CoverageAnswer },
      },
    },
    async () => {
      const { waiting, sites } = await thread.run('coverage', null)
      return {
        version: 1 as const,
        waiting,
        sites: sites.map((site) => ({ ...site, own: isOwnSite(site.site) })),
      }
    },
  )
}
