import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { PATHS } from '../../contract/paths.ts'
import { XLSX_TYPE } from '../../contract/spreadsheet/xlsx-parts.ts'
import type { Db } from '../db/db.ts'
import { movedTable } from '../notices/moved-table.ts'
import { deleteNotice, listNotices, markNoticeRead, noticeSource } from '../notices/notices.ts'
import { xlsxStream } from '../prices/export/xlsx.ts'
import { WireError } from './errors.ts'
import { type Guard, userOf } from './guard.ts'
import { ErrorAnswer, MessageAnswer } from './schemas.ts'

export interface NoticeRoutes {
  db: Db
  guard: Guard
}

const Notice = Type.Object({
  notification_id: Type.Integer(),
  vehicle_type: Type.String(),
  site: Type.String(),
  body: Type.String(),
  date: Type.String(),
  is_read: Type.Boolean(),
  percent: Type.Number(),
})

const NoticeList = Type.Object({
  notifications: Type.Array(Notice),
  total: Type.Integer(),
  unread: Type.Integer(),
})

/** Ids are whole numbers; whatever else comes names no notification. */
const NoticeId = Type.Object({ nID: Type.String({ minLength: 1, maxLength: 100 }) })

function idOf(nID: string): number {
  if (!/^\d{1,10}$/.test(nID) || Number(nID) > 2_147_483_647) throw notFound()
  return Number(nID)
}

const notFound = () => new WireError(404, 'Такого уведомления нет')
const security = [{ bearer: [] }]

/** Document 1 §7: a user's own notifications; another user's are not there. */
export const noticeRoutes: FastifyPluginAsyncTypebox<NoticeRoutes> = async (app, { db, guard }) => {
  app.addHook('onRequest', guard)

  app.get(
    PATHS.notifications,
    { schema: { summary: 'Уведомления', security, response: { 200: NoticeList, 401: ErrorAnswer } } },
    async (request) => listNotices(db, userOf(request).id),
  )

  const CHANGES = {
    [PATHS.readNotification]: { summary: 'Отметить прочитанным', change: markNoticeRead },
    [PATHS.deleteNotification]: { summary: 'Удалить уведомление', change: deleteNotice },
  }
  for (const [path, { summary, change }] of Object.entries(CHANGES)) {
    app.post(
      path,
      {
        schema: {
          summary,
          security,
          querystring: NoticeId,
          response: { 200: MessageAnswer, '4xx': ErrorAnswer },
        },
      },
      async (request) => {
        if (!(await change(db, userOf(request).id, idOf(request.query.nID)))) throw notFound()
        return { message: 'ok' }
      },
    )
  }

  app.get(
    PATHS.downloadNotificationTable,
    {
      compress: false,
      schema: {
        summary: 'Таблица уведомления',
        security,
        querystring: NoticeId,
        response: { '4xx': ErrorAnswer },
      },
    },
    async (request, reply) => {
      const id = idOf(request.query.nID)
      const source = await noticeSource(db, userOf(request).id, id)
      if (!source) throw notFound()
      return reply
        .type(XLSX_TYPE)
        .header('content-disposition', `attachment; filename="prices_${source.day}_${id}.xlsx"`)
        .send(xlsxStream(await movedTable(db, source)) as never)
    },
  )
}
