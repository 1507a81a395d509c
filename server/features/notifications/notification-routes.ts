import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { MUTE_RULE_PATH } from '../../../contract/notifications/push-payload.ts'
import { PATHS, SESSION_PATHS } from '../../../contract/paths.ts'
import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import type { Db } from '../../platform/db/db.ts'
import { MAX_INTEGER } from '../../platform/http/schemas.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tableParts, xlsxStream } from '../../prices/export/xlsx.ts'
import { DATA_EXPORT_AUDIT } from '../auth/http/audited-routes.ts'
import type { DownloadSlots } from '../auth/http/download-slots.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { movedTable } from './moved-table.ts'
import {
  countNotifications,
  listNotifications,
  markNotificationDeleted,
  markNotificationRead,
  muteNotifiedRule,
  notificationSource,
} from './notifications.ts'

export interface NotificationRoutes {
  db: Db
  slots: DownloadSlots
  guard: RequestGuard
}

const OutgoingNotification = Type.Object({
  notification_id: Type.Integer(),
  vehicle_type: Type.String(),
  site: Type.String(),
  body: Type.String(),
  date: Type.String(),
  is_read: Type.Boolean(),
  percent: Type.Union([Type.Number(), Type.Null()]),
  day: Type.String(),
  tyres: Type.Array(
    Type.Object({
      line: Type.Integer(),
      // Notifications of earlier versions have no key.
      key: Type.Optional(Type.String()),
      filters: Type.Record(Type.String(), Type.String()),
    }),
  ),
  firing: Type.Optional(Type.Integer({ description: 'что нашло правило' })),
  muted: Type.Optional(
    Type.Boolean({ description: 'заглушено ли правило; нет, если его удалили или отключили' }),
  ),
})

const NotificationList = Type.Object({
  notifications: Type.Array(OutgoingNotification),
  total: Type.Integer(),
  unread: Type.Integer(),
})

/** Accepted as a string, so that an invalid id is answered with 404 instead of 400. */
const NotificationId = Type.Object({ nID: Type.String({ minLength: 1, maxLength: 100 }) })

function idOf(nID: string): number {
  if (!/^\d{1,10}$/.test(nID) || Number(nID) > MAX_INTEGER) throw notFound()
  return Number(nID)
}

const notFound = () => new Refusal(404, 'Такого уведомления нет')
const security = [{ bearer: [] }]

/** Routes of the user's own notifications. Another user's notification is answered with 404 (specification 3.15). */
export const notificationRoutes: FastifyPluginAsyncTypebox<NotificationRoutes> = async (
  app,
  { db, guard, slots },
) => {
  app.addHook('onRequest', guard)

  app.get(
    PATHS.notifications,
    {
      // Compression level 1 takes half the time of the default level for thousands of similar texts.
      compress: { zlibOptions: { level: 1 } },
      schema: {
        summary: 'Уведомления',
        security,
        response: { 200: Type.Unsafe<string>(NotificationList), 304: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = userOf(request)
      // The counts are read before the list: if it changes in between, the next request returns it again.
      const { total, unread, newest, mutes } = await countNotifications(db, id)
      const version = `W/"${id}-${total}-${unread}-${newest}-${mutes}"`
      // Clients poll twice a minute, and the list is mostly unchanged: the browser caches and revalidates it.
      reply.headers({ etag: version, 'cache-control': 'private, no-cache' })
      if (request.headers['if-none-match'] === version) return reply.code(304).send(null)
      const notifications = await listNotifications(db, id)
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ notifications, total, unread }))
    },
  )

  const CHANGES = {
    [PATHS.readNotification]: { summary: 'Отметить прочитанным', change: markNotificationRead },
    [PATHS.deleteNotification]: { summary: 'Удалить уведомление', change: markNotificationDeleted },
    [MUTE_RULE_PATH]: {
      summary: 'Не присылать мне неделю сообщения правила этого уведомления',
      change: muteNotifiedRule,
    },
  }
  for (const [path, { summary, change }] of Object.entries(CHANGES)) {
    app.post(
      path,
      {
        schema: {
          summary,
          security,
          querystring: NotificationId,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        if (!(await change(db, userOf(request).id, idOf(request.query.nID)))) throw notFound()
        return { message: 'ok' }
      },
    )
  }

  app.get(
    SESSION_PATHS.downloadNotificationTable,
    {
      config: { audited: DATA_EXPORT_AUDIT },
      compress: false,
      schema: {
        summary: 'Таблица уведомления',
        security,
        querystring: NotificationId,
        response: {},
      },
    },
    async (request, reply) => {
      const id = idOf(request.query.nID)
      const source = await notificationSource(db, userOf(request).id, id)
      if (!source) throw notFound()
      slots.take(request, reply)
      return reply
        .type(XLSX_TYPE)
        .header('content-disposition', `attachment; filename="prices_${source.day}_${id}.xlsx"`)
        .send(xlsxStream(tableParts(await movedTable(db, source))) as never)
    },
  )
}
