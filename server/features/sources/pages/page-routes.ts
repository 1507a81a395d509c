import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { MessageAnswer, oneOf } from '../../../../contract/lib/schemas.ts'
import { PAGE_PATHS } from '../../../../contract/pages/page-paths.ts'
import {
  PAGE_STATES,
  PageReadingAnswer,
  PageReadingInput,
  PagesFileAnswer,
  TrackAnswer,
  TrackedPagesAnswer,
  TrackInput,
} from '../../../../contract/pages/tracked-page.ts'
import { CSV_TYPE } from '../../../../contract/spreadsheet/csv.ts'
import { readTable } from '../../../import/table-readers.ts'
import type { Db } from '../../../platform/db/db.ts'
import { neverStored } from '../../../platform/http/never-stored.ts'
import { NumericId } from '../../../platform/http/schemas.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { csvStream } from '../../../prices/export/report-csv.ts'
import { tableParts, xlsxStream } from '../../../prices/export/xlsx.ts'
import type { SessionGuard } from '../../auth/http/admin-guard.ts'
import { callsAddress, exported } from '../../auth/http/audited-routes.ts'
import type { DownloadSlots } from '../../auth/http/download-slots.ts'
import { type RequestGuard, userOf } from '../../auth/http/guard.ts'
import { perPerson } from '../../auth/http/rate-limit.ts'
import { sitesOfPages, viewPages } from './page-store.ts'
import { PAGES_FILE, pagesTable } from './pages-file.ts'
import type { PageTracking } from './track-pages.ts'

export interface PageRoutes {
  db: Db
  guard: RequestGuard
  analystGuard: SessionGuard
  slots: DownloadSlots
  tracking: PageTracking
}

const security = [{ bearer: [] }]
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Maximum size of an imported file in bytes: 20,000 lines of some 400. */
const FILE_BYTES = 8 * 1024 * 1024
const PageId = NumericId

const ListQuery = Type.Object(
  {
    /** tyre, as tyreKey returns it */
    tyre: Type.Optional(Type.String({ maxLength: 400 })),
    site: Type.Optional(Type.String({ maxLength: 300 })),
    state: Type.Optional(oneOf(...PAGE_STATES)),
    from: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
)

/** Routes of tracked pages (specification 23.7). */
export const pageRoutes: FastifyPluginAsyncTypebox<PageRoutes> = async (
  app,
  { db, guard, analystGuard, slots, tracking },
) => {
  app.addHook('onRequest', guard)
  app.addHook('onSend', neverStored)

  app.get(
    PAGE_PATHS.pages,
    {
      config: { rateLimit: perPerson(240) },
      schema: {
        summary: 'Страницы магазинов, за которыми следят',
        security,
        querystring: ListQuery,
        response: { 200: TrackedPagesAnswer },
      },
    },
    async (request) => {
      const { tyre, site = null, state = null, from = 0 } = request.query
      const id = tyre === undefined ? null : ((await tracking.keys(tyre)) ?? 0)
      const answer = await viewPages(db, { tyre: id, site, state, page: null }, userOf(request), from)
      return { version: 1 as const, ...answer, sites: await sitesOfPages(db) }
    },
  )

  app.post(
    PAGE_PATHS.readings,
    {
      config: { rateLimit: perPerson(20), audited: callsAddress('page read') },
      schema: {
        summary: 'Прочитать страницу: какие цены на ней видны',
        security,
        body: PageReadingInput,
        response: { 200: PageReadingAnswer },
      },
    },
    async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      try {
        return await tracking.read(userOf(request), request.body, gone.signal)
      } catch (error) {
        if (gone.signal.aborted) throw new Refusal(409, 'Чтение страницы прервано')
        throw error
      }
    },
  )

  app.post(
    PAGE_PATHS.pages,
    {
      config: { rateLimit: perPerson(60) },
      schema: {
        summary: 'Следить за прочитанной страницей',
        security,
        body: TrackInput,
        response: { 200: TrackAnswer },
      },
    },
    async (request) => ({ page: await tracking.track(userOf(request), request.body) }),
  )

  app.post(
    `${PAGE_PATHS.pages}/:id/remove`,
    {
      config: { rateLimit: perPerson(120) },
      schema: {
        summary: 'Больше не следить за страницей; её цены остаются',
        security,
        params: PageId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await tracking.remove(userOf(request), Number(request.params.id))
      return { message: 'За страницей больше не следят, её цены остались' }
    },
  )

  app.get(
    PAGE_PATHS.file,
    {
      onRequest: analystGuard,
      config: { rateLimit: perPerson(20), audited: exported },
      schema: {
        summary: 'Страницы магазинов: файл',
        security,
        querystring: Type.Object({ format: Type.Union([Type.Literal('xlsx'), Type.Literal('csv')]) }),
        response: {},
      },
    },
    async (request, reply) => {
      const { format } = request.query
      slots.take(request, reply)
      const table = pagesTable(db)
      return reply
        .type(format === 'xlsx' ? XLSX_TYPE : CSV_TYPE)
        .header('content-disposition', `attachment; filename="pages.${format}"`)
        .send((format === 'xlsx' ? xlsxStream(tableParts(table)) : csvStream(table)) as never)
    },
  )

  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FILE_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    files.post(
      PAGE_PATHS.file,
      {
        onRequest: analystGuard,
        bodyLimit: FILE_BYTES,
        config: { rateLimit: perPerson(20) },
        schema: {
          summary: 'Следить за страницами из файла: наш артикул, адрес, город',
          security,
          querystring: Type.Object({ zone: Type.String({ maxLength: 100 }) }),
          response: { 200: PagesFileAnswer },
        },
      },
      async (request) => {
        const file = request.body
        if (!(file instanceof Uint8Array) || file.length === 0) throw new Refusal(400, 'Файл пуст')
        const { zone } = request.query as { zone: string }
        const user = userOf(request)
        const lines = await readTable({ ...PAGES_FILE, file }, user.id)
        return tracking.importFile(user, lines, zone)
      },
    )
  })
}
