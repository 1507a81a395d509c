import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { closed, MessageAnswer, OrNull } from '../../../contract/lib/schemas.ts'
import {
  STRATEGY_PATHS,
  StrategiesAnswer,
  StrategyIdAnswer,
  StrategyRails,
  StrategySettings,
} from '../../../contract/strategies/strategy.ts'
import type { Db } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { MAX_INTEGER, NumericId } from '../../platform/http/schemas.ts'
import { requireExactBodies } from '../../platform/http/validators.ts'
import type { SessionGuard } from '../auth/http/admin-guard.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import type { User } from '../auth/user.ts'
import { listStrategies } from './read-strategies.ts'
import { saveRails } from './save-rails.ts'
import type { StrategyBasesDeps } from './strategy-bases.ts'
import { lastRuns, readRails } from './strategy-rails.ts'
import {
  approveStrategy,
  changeStrategy,
  createStrategy,
  mayApprove,
  moveStrategy,
  ownsStrategy,
  permitStrategy,
  removeStrategy,
} from './strategy-store.ts'

export interface StrategyRoutes extends StrategyBasesDeps {
  db: Db
  guard: RequestGuard
  analystGuard: SessionGuard
  adminGuard: SessionGuard
  /** refuses without a recent proof of the password */
  proofGuard: SessionGuard
}

const security = [{ bearer: [] }]
const one = `${STRATEGY_PATHS.strategies}/:id`
const Version = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })
/** Maximum size of a body: 4 filters with 100 values of 100 letters. */
export const STRATEGY_BYTES = 256 * 1024

/** Routes of pricing strategies, for analysts and administrators (specification 19.13). */
export const strategyRoutes: FastifyPluginAsyncTypebox<StrategyRoutes> = async (app, options) => {
  const { db, guard, analystGuard, adminGuard, proofGuard } = options
  app.addHook('onRequest', guard)
  app.addHook('onRequest', analystGuard)
  app.addHook('onSend', neverStored)
  requireExactBodies(app)
  const readLimit = perPerson(120)
  const changeLimit = perPerson(60)

  app.get(
    STRATEGY_PATHS.strategies,
    {
      config: { rateLimit: readLimit },
      schema: { summary: 'Стратегии', security, response: { 200: StrategiesAnswer } },
    },
    async (request) => viewStrategies(db, userOf(request)),
  )

  app.post(
    STRATEGY_PATHS.strategies,
    {
      bodyLimit: STRATEGY_BYTES,
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Добавить стратегию',
        security,
        body: StrategySettings,
        response: { 200: StrategyIdAnswer },
      },
    },
    async (request) => ({ id: await createStrategy(db, userOf(request), request.body) }),
  )

  app.post(
    one,
    {
      bodyLimit: STRATEGY_BYTES,
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Изменить стратегию; согласования и разрешения тех, чьи цены это меняет, снимаются',
        security,
        params: NumericId,
        body: StrategySettings,
        response: { 200: StrategyIdAnswer },
      },
    },
    async (request) => {
      const id = Number(request.params.id)
      await changeStrategy(db, userOf(request), id, request.body)
      return { id }
    },
  )

  app.post(
    `${one}/remove`,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Удалить стратегию',
        security,
        params: NumericId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await removeStrategy(db, userOf(request), Number(request.params.id))
      return { message: 'Стратегия удалена' }
    },
  )

  app.post(
    `${one}/move`,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Поставить стратегию выше или ниже соседней',
        security,
        params: NumericId,
        body: Type.Object({ up: Type.Boolean() }, closed),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await moveStrategy(db, userOf(request), Number(request.params.id), request.body.up)
      return { message: 'Порядок изменён' }
    },
  )

  app.post(
    `${one}/approve`,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Согласовать чужую стратегию или снять согласование',
        security,
        params: NumericId,
        body: Type.Object({ version: Version, approved: Type.Boolean() }, closed),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await approveStrategy(db, userOf(request), Number(request.params.id), request.body)
      return { message: request.body.approved ? 'Стратегия согласована' : 'Согласование снято' }
    },
  )

  app.post(
    `${one}/permit`,
    {
      onRequest: [adminGuard, proofGuard],
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Разрешить стратегии публиковать самой',
        security,
        params: NumericId,
        body: Type.Object({ version: Version, outlet: OrNull(Version) }, closed),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await permitStrategy(db, userOf(request), Number(request.params.id), request.body)
      return { message: request.body.outlet === null ? 'Разрешение снято' : 'Разрешено' }
    },
  )

  app.post(
    STRATEGY_PATHS.rails,
    {
      onRequest: [adminGuard, proofGuard],
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Задать ограничения для всех стратегий',
        security,
        body: StrategyRails,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await saveRails(db, userOf(request), request.body)
      return { message: 'Ограничения сохранены' }
    },
  )
}

const iso = (at: number): string => new Date(at).toISOString()

async function viewStrategies(db: Db, user: User): Promise<StrategiesAnswer> {
  const { rails, by } = await readRails(db)
  const runs = await lastRuns(db)
  const people = await db.all<{ id: string; username: string }>(
    'SELECT id, username FROM users ORDER BY username',
  )
  const strategies = (await listStrategies(db)).map((strategy) => {
    const { id, settings, version, owner, changed_by, approved_at, permit_outlet, writers } = strategy
    return {
      id,
      settings,
      version,
      owner,
      own: ownsStrategy(strategy, user),
      can_approve: mayApprove(strategy, user),
      changed_at: iso(strategy.changed_at),
      changed_by,
      writers: people.filter((person) => writers.includes(person.id)).map(({ username }) => username),
      ended: strategy.ended,
      approval: approved_at === null ? null : { by: strategy.approved_by, at: iso(approved_at) },
      permit:
        permit_outlet === null
          ? null
          : { outlet: permit_outlet, name: strategy.permit_name, by: strategy.permitted_by },
      run: runs.get(id) ?? null,
    }
  })
  return { strategies, rails, rails_by: by, admin: user.role === 'admin' }
}
