import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { ReadError } from '../../../contract/legacy/lenient-json.ts'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { VIEW_ORDER_PATH, VIEW_PATHS } from '../../../contract/paths.ts'
import {
  MAX_VIEWS,
  readViewBody,
  VIEW_NAME_LENGTH,
  VIEW_QUERY_LENGTH,
  type ViewBody,
} from '../../../contract/views/saved-view.ts'
import { ListedView } from '../../../contract/views/views-answer.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Transaction } from '../../platform/db/db.ts'
import { ErrorAnswer, MAX_INTEGER } from '../../platform/http/schemas.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import {
  changeView,
  createViews,
  isEditable,
  listViews,
  orderViews,
  type RefusalReason,
  removeView,
  ViewRefused,
} from './store.ts'

interface ViewRoutes {
  db: Db
  guard: RequestGuard
}

const security = [{ bearer: [] }]
/** Maximum size of a request body in bytes: the maximum number of views of maximum length, as JSON. */
const BODY_LIMIT = 1024 * 1024
/** Maximum number of ids in an order: a user's own views, the team's, and some deleted ones. */
const MOST_IDS = 4 * MAX_VIEWS

const ViewId = Type.String({ pattern: '^[0-9a-f]{32}$' })
const body = {
  name: Type.String({ maxLength: VIEW_NAME_LENGTH }),
  report: Type.String({ maxLength: 40 }),
  query: Type.String({ maxLength: VIEW_QUERY_LENGTH, description: 'Адрес отчёта без дня и страницы' }),
  day: Type.String({ maxLength: 10, description: 'latest, today, yesterday или YYYY-MM-DD' }),
  scope: Type.Union([Type.Literal('own'), Type.Literal('team')]),
}
const Version = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })
const NewView = Type.Object({ id: ViewId, ...body }, { additionalProperties: false })
const ChangedView = Type.Object({ ...body, version: Version }, { additionalProperties: false })
const OneView = Type.Object({ id: ViewId })

const REFUSALS: Readonly<Record<RefusalReason, [status: number, words: string]>> = {
  absent: [404, 'Этого вида больше нет'],
  foreign: [403, 'Вид команды меняет тот, кто его сохранил, или администратор'],
  changed: [409, 'Этот вид тем временем изменили: посмотрите, каким он стал, и повторите'],
  many: [409, `Больше ${MAX_VIEWS} видов сохранить нельзя: удалите ненужные`],
  'many of team': [409, `У команды уже ${MAX_VIEWS} видов: удалите ненужные`],
}

/** Routes of saved views, personal and of the team (specification 18.5). */
export const viewRoutes: FastifyPluginAsyncTypebox<ViewRoutes> = async (app, { db, guard }) => {
  app.addHook('onRequest', guard)
  const rateLimit = perPerson(120)
  const response = { 200: MessageAnswer }

  app.get(
    VIEW_PATHS.views,
    {
      schema: {
        summary: 'Мои отчёты: свои и команды, в порядке главной страницы',
        security,
        response: {
          200: Type.Object({
            version: Type.Literal(1),
            views: Type.Array(Type.Object({ ...ListedView.properties, ...body })),
          }),
          401: ErrorAnswer,
        },
      },
    },
    async (request) => {
      const user = userOf(request)
      const views = await listViews(db, user.id)
      return {
        version: 1 as const,
        views: views.map((view) => ({
          ...view,
          mine: view.user_id === user.id,
          editable: isEditable(user, view),
        })),
      }
    },
  )

  app.post(
    VIEW_PATHS.views,
    {
      bodyLimit: BODY_LIMIT,
      config: { rateLimit },
      schema: {
        summary: 'Сохранить виды, все или ни одного',
        security,
        body: Type.Object(
          { views: Type.Array(NewView, { minItems: 1, maxItems: MAX_VIEWS }) },
          { additionalProperties: false },
        ),
        response,
      },
    },
    async (request) => {
      const user = userOf(request)
      const views = request.body.views.map((view) => ({ ...readable(view), id: view.id }))
      await decided(db, async (sql) => {
        for (const { name, scope } of await createViews(sql, user, views)) {
          if (scope === 'team') await audit(sql, 'team view changed', user.id, `${name}: сохранён`)
        }
      })
      return { message: 'Сохранено' }
    },
  )

  app.post(
    `${VIEW_PATHS.views}/:id`,
    {
      config: { rateLimit },
      schema: { summary: 'Изменить вид', security, params: OneView, body: ChangedView, response },
    },
    async (request) => {
      const user = userOf(request)
      const { version } = request.body
      const view = readable(request.body)
      await decided(db, async (sql) => {
        const before = await changeView(sql, user, request.params.id, view, version)
        if (before.scope === 'own' && view.scope === 'own') return
        await audit(sql, 'team view changed', user.id, `${before.name}: ${changeWords(before, view)}`)
      })
      return { message: 'Изменено' }
    },
  )

  app.post(
    `${VIEW_PATHS.views}/:id/remove`,
    {
      config: { rateLimit },
      schema: {
        summary: 'Удалить вид',
        security,
        params: OneView,
        body: Type.Object({ version: Version }, { additionalProperties: false }),
        response,
      },
    },
    async (request) => {
      const user = userOf(request)
      await decided(db, async (sql) => {
        const { name, scope } = await removeView(sql, user, request.params.id, request.body.version)
        if (scope === 'team') await audit(sql, 'team view changed', user.id, `${name}: удалён`)
      })
      return { message: 'Удалено' }
    },
  )

  app.post(
    VIEW_ORDER_PATH,
    {
      config: { rateLimit },
      schema: {
        summary: 'Порядок видов на своей главной странице',
        security,
        body: Type.Object(
          { ids: Type.Array(ViewId, { maxItems: MOST_IDS, uniqueItems: true }) },
          { additionalProperties: false },
        ),
        response,
      },
    },
    async (request) => {
      await orderViews(db, userOf(request).id, request.body.ids)
      return { message: 'Сохранено' }
    },
  )
}

function changeWords(before: ViewBody, { name, scope }: ViewBody): string {
  if (before.scope !== scope) return scope === 'team' ? 'открыт команде' : 'убран у команды'
  return before.name === name ? 'изменён' : `переименован в ${name}`
}

/** Parses a view as the app does, so that no unknown report or invalid query is stored. */
function readable(view: Static<typeof NewView> | Static<typeof ChangedView>): ViewBody {
  try {
    return readViewBody(view)
  } catch (error) {
    if (error instanceof ReadError) throw new Refusal(400, 'Такой вид сохранить нельзя')
    throw error
  }
}

/** Runs a change in a transaction, and answers a refusal with its text. */
async function decided(db: Db, change: (sql: Transaction) => Promise<void>): Promise<void> {
  try {
    await db.transaction(change)
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error
    throw new Refusal(...REFUSALS[error.reason])
  }
}
