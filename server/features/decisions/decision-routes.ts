import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  type Decision,
  decisionId,
  LONGEST_TEXT,
  MAX_DECISIONS,
  readDecision,
} from '../../../contract/decisions/decision.ts'
import {
  Introduced,
  LONGEST_SET_NAME,
  OwnCostsAnswer,
  SetDecisions,
  SetIdAnswer,
  SetState,
  SetsAnswer,
  setName,
} from '../../../contract/decisions/set.ts'
import { ReadError } from '../../../contract/legacy/lenient-json.ts'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { DECISION_PATHS } from '../../../contract/paths.ts'
import type { Db } from '../../platform/db/db.ts'
import { checkDay, NumericId } from '../../platform/http/schemas.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TyreKeys } from '../../prices/tyre-keys.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { introducedOf } from './introduced.ts'
import { ownPrices } from './own-prices.ts'
import { createSet, linesOf, listSets, mayRemove, moveSet, removeSet } from './sets.ts'

export interface DecisionRoutes {
  db: Db
  guard: RequestGuard
  keys: TyreKeys
  isOwnSite(host: string): boolean
}

const security = [{ bearer: [] }]
/** Maximum size of a request body with a set, in bytes: 20,000 decisions of some 500 bytes. */
const SET_BYTES = 16 * 1024 * 1024
/** Maximum size of a request body with as many keys of tyres, in bytes. */
const KEYS_BYTES = 4 * 1024 * 1024
const one = `${DECISION_PATHS.sets}/:id`

/** Schema for the API documentation only; contract/decisions/decision.ts parses the decisions. */
const DecisionList = Type.Array(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }), {
  maxItems: MAX_DECISIONS,
})

/** Routes for sets of decisions, which the whole team sees, and for the data needed to decide (specification 19.8). */
export const decisionRoutes: FastifyPluginAsyncTypebox<DecisionRoutes> = async (app, options) => {
  const { db, guard, keys, isOwnSite } = options
  const reader = { sql: db, keys, isOwnSite }
  app.addHook('onRequest', guard)

  // Rate limit, because a set may have megabytes; a user creates or loads a few of them in a morning.
  const rateLimit = perPerson(30)
  const changeLimit = perPerson(120)

  app.get(
    DECISION_PATHS.sets,
    { schema: { summary: 'Наборы решений', security, response: { 200: SetsAnswer } } },
    async (request) => {
      const user = userOf(request)
      const iso = (at: number) => new Date(Number(at)).toISOString()
      const sets = await listSets(db, user)
      return {
        sets: sets.map((set) => ({
          ...set,
          own: mayRemove(set, user),
          made_at: iso(set.made_at),
          changed_at: iso(set.changed_at),
        })),
      }
    },
  )

  app.post(
    DECISION_PATHS.sets,
    {
      bodyLimit: SET_BYTES,
      config: { rateLimit },
      schema: {
        summary: 'Сохранить набор решений',
        security,
        body: Type.Object(
          {
            key: Type.String({
              pattern: '^[0-9a-f]{32}$',
              description: 'Тот же при повторе: набор сохраняется один раз',
            }),
            name: Type.String({ minLength: 1, maxLength: LONGEST_SET_NAME }),
            decisions: DecisionList,
          },
          { additionalProperties: false },
        ),
        response: { 200: SetIdAnswer },
      },
    },
    async (request) => {
      const name = setName(request.body.name)
      if (name === '') throw new Refusal(400, 'Назовите набор.')
      const decisions = readAll(request.body.decisions)
      if (decisions.length === 0) throw new Refusal(400, 'В наборе нет ни одной цены.')
      return { id: await createSet(db, userOf(request), { key: request.body.key, name, decisions }) }
    },
  )

  app.get(
    one,
    {
      config: { rateLimit },
      schema: {
        summary: 'Цены набора решений',
        security,
        params: NumericId,
        response: { 200: Type.Unsafe<string>(SetDecisions) },
      },
    },
    async ({ params }, reply) =>
      reply.type('application/json').send(`{"decisions":${await linesOf(db, Number(params.id))}}`),
  )

  app.get(
    `${one}/introduced`,
    {
      config: { rateLimit },
      schema: {
        summary: 'Сколько цен набора уже стоит на наших сайтах',
        security,
        params: NumericId,
        response: { 200: Introduced },
      },
    },
    async ({ params }) =>
      introducedOf(reader, JSON.parse(await linesOf(db, Number(params.id))) as Decision[]),
  )

  app.post(
    `${one}/state`,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Изменить состояние набора решений',
        security,
        params: NumericId,
        body: Type.Object({ from: SetState, to: SetState }, { additionalProperties: false }),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { from, to } = request.body
      await db.transaction((sql) => moveSet(sql, userOf(request), Number(request.params.id), from, to))
      return { message: 'Состояние изменено' }
    },
  )

  app.post(
    `${one}/remove`,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Удалить набор решений',
        security,
        params: NumericId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await removeSet(db, userOf(request), Number(request.params.id))
      return { message: 'Набор удалён' }
    },
  )

  app.post(
    DECISION_PATHS.ownCosts,
    {
      bodyLimit: KEYS_BYTES,
      config: { rateLimit },
      schema: {
        summary: 'Наши оптовые цены и себестоимость шин за день',
        security,
        body: Type.Object(
          {
            date: Type.String({ maxLength: 10, description: 'YYYY-MM-DD' }),
            tyres: Type.Array(Type.String({ maxLength: LONGEST_TEXT }), { maxItems: MAX_DECISIONS }),
          },
          { additionalProperties: false },
        ),
        response: { 200: OwnCostsAnswer },
      },
    },
    async ({ body }) => {
      const prices = await ownPrices(reader, checkDay(body.date), body.tyres)
      return {
        costs: [...prices].flatMap(([tyre, cities]) =>
          cities.map(({ city, wholesale, cost }) => ({ tyre, city, wholesale, cost })),
        ),
      }
    },
  )
}

/** Parses decisions. Of two decisions on the same price the later one wins, as in the basket. */
function readAll(decisions: readonly unknown[]): Decision[] {
  try {
    const read = decisions.map(readDecision)
    return [...new Map(read.map((decision) => [decisionId(decision), decision])).values()]
  } catch (error) {
    if (error instanceof ReadError) throw new Refusal(400, 'Набор решений не читается.')
    throw error
  }
}
