import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { MessageAnswer } from '../../../../contract/lib/schemas.ts'
import {
  RECOMMENDED_FILE_BYTES,
  RECOMMENDED_PATHS,
  RecommendedAcceptance,
  RecommendedLists,
  RecommendedPreview,
  RecommendedRestore,
  RecommendedUpload,
} from '../../../../contract/recommended/recommended.ts'
import type { Db } from '../../../platform/db/db.ts'
import { neverStored } from '../../../platform/http/never-stored.ts'
import { requireExactBodies } from '../../../platform/http/validators.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { marketMedians } from '../../../prices/order/list-order.ts'
import type { PriceReader } from '../../../prices/report-query.ts'
import type { SessionGuard } from '../../auth/http/admin-guard.ts'
import { type RequestGuard, userOf } from '../../auth/http/guard.ts'
import { perPerson } from '../../auth/http/rate-limit.ts'
import { acceptedLists, acceptFile, restoreList } from './lists.ts'
import { previewList } from './preview.ts'
import { readRecommendedList } from './reading-thread.ts'

export interface RecommendedListRoutes {
  db: Db
  reader: PriceReader
  guard: RequestGuard
  analystGuard: SessionGuard
}

const security = [{ bearer: [] }]
const readLimit = perPerson(120)
// Each file occupies a thread.
const fileLimit = perPerson(20)

/** Routes of the list of recommended prices (specification 26.4 and 26.5). */
export const recommendedListRoutes: FastifyPluginAsyncTypebox<RecommendedListRoutes> = async (
  app,
  options,
) => {
  app.addHook('onRequest', options.guard)
  app.addHook('onSend', neverStored)
  await app.register(historyRoutes, options)
  await app.register(fileRoutes, options)
}

const historyRoutes: FastifyPluginAsyncTypebox<RecommendedListRoutes> = async (app, { db, analystGuard }) => {
  requireExactBodies(app)
  app.get(
    RECOMMENDED_PATHS.lists,
    {
      config: { rateLimit: readLimit },
      schema: {
        summary: 'Списки РРЦ, новые сначала',
        security,
        response: { 200: RecommendedLists },
      },
    },
    async (request) => {
      const { role } = userOf(request)
      return { lists: await acceptedLists(db), editable: role === 'admin' || role === 'analyst' }
    },
  )

  app.post(
    RECOMMENDED_PATHS.restore,
    {
      onRequest: analystGuard,
      config: { rateLimit: fileLimit },
      schema: {
        summary: 'Вернуть прежний список РРЦ или убрать список',
        security,
        body: RecommendedRestore,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { list, base } = request.body
      await restoreList(db, list, { user: userOf(request).id, base })
      return { message: list === 0 ? 'Список РРЦ убран' : 'Прежний список РРЦ возвращён' }
    },
  )
}

const fileRoutes: FastifyPluginAsyncTypebox<RecommendedListRoutes> = async (app, options) => {
  const { db, reader, analystGuard } = options
  app.addHook('onRequest', analystGuard)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: RECOMMENDED_FILE_BYTES },
    (_request, body, done) => done(null, body),
  )
  const schema = { security, response: {} }

  app.post(
    RECOMMENDED_PATHS.preview,
    {
      bodyLimit: RECOMMENDED_FILE_BYTES,
      config: { rateLimit: fileLimit },
      schema: {
        ...schema,
        summary: 'Прочитать файл РРЦ и показать, что изменится',
        querystring: RecommendedUpload,
        response: { 200: RecommendedPreview },
      },
    },
    async (request) => {
      const read = await readRecommendedList(
        { file: fileOf(request), choice: request.query },
        userOf(request).id,
      )
      return previewList(db, read, () => marketMedians(reader))
    },
  )

  app.post(
    RECOMMENDED_PATHS.accept,
    {
      bodyLimit: RECOMMENDED_FILE_BYTES,
      config: { rateLimit: fileLimit },
      schema: {
        ...schema,
        summary: 'Принять файл РРЦ: заменить цены его брендов или весь список',
        querystring: RecommendedAcceptance,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { scope, base, name = '', ...choice } = request.query
      const { rows } = await readRecommendedList({ file: fileOf(request), choice }, userOf(request).id)
      await acceptFile(db, rows, { user: userOf(request).id, base, name, scope })
      return { message: 'Список РРЦ принят' }
    },
  )
}

function fileOf({ body }: FastifyRequest): Uint8Array {
  if (!(body instanceof Uint8Array) || body.length === 0) throw new Refusal(400, 'Файл пуст')
  return body
}
