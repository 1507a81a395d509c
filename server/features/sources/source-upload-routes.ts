import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { StoredFile } from '../../../contract/sources/guess.ts'
import { RunAnswer } from '../../../contract/sources/run.ts'
import { ImportDay, SOURCE_FILE_CALLS, SourceId } from '../../../contract/sources/source-calls.ts'
import { SOURCE_PATHS, sourcePricesPath } from '../../../contract/sources/source-paths.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { bearerToken } from '../../platform/http/request-source.ts'
import { neverStored } from '../../platform/http/security.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type RequestGuard, type SessionGuard, userOf } from '../auth/http/guard.ts'
import type { ServeCalls } from '../auth/serve-calls.ts'
import { refuseManyPushes } from './bounds.ts'
import type { Sources } from './create-sources.ts'
import { sourceFileHandlers } from './source-file-routes.ts'
import { findSource } from './store.ts'
import {
  bodyOf,
  drainBodyOnFailure,
  PUSHED_BYTES_PER_MINUTE,
  takeBodiesAsStreams,
  UploadSlots,
} from './streamed-bodies.ts'
import { matchesSourceToken } from './tokens.ts'
import { saveUpload } from './uploads.ts'

export interface SourceUploadRoutes {
  db: Db
  guard: RequestGuard
  adminGuard: SessionGuard
  serve: ServeCalls
  sources: Sources
}

const security = [{ bearer: [] }]
const PUSHES_PER_MINUTE = 30

/**
 * Routes for price lists that users upload and suppliers deliver, and for inspecting uploaded files before anything is
 * saved (specification 13.6, 13.7 and 13.11). Bodies that are streamed to disk need routes of their own.
 */
export const sourceUploadRoutes: FastifyPluginAsyncTypebox<SourceUploadRoutes> = async (app, options) => {
  app.addHook('onSend', neverStored)
  const uploads = new UploadSlots(2, 'Уже загружаются два файла. Дождитесь одного из них')
  options.serve(SOURCE_FILE_CALLS, sourceFileHandlers({ ...options, uploads }))
  await app.register(uploadRoute, { ...options, uploads })
  await app.register(pushRoute, options)
}

interface WithSlots extends SourceUploadRoutes {
  uploads: UploadSlots
}

const uploadRoute: FastifyPluginAsyncTypebox<WithSlots> = async (app, options) => {
  const { db, guard, adminGuard, sources, uploads } = options
  const { files, settings } = sources
  takeBodiesAsStreams(app)
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.put(
    SOURCE_PATHS.files,
    {
      schema: {
        summary: 'Загрузить файл, чтобы посмотреть на него; хранится сутки',
        security,
        querystring: Type.Object({ name: Type.Optional(Type.String({ maxLength: 300 })) }),
        response: { 200: StoredFile },
      },
    },
    async (request, reply) => {
      const { id: user } = userOf(request)
      uploads.take(user, request, reply)
      const { uploadMegabytes, uploadSeconds: seconds } = settings.config
      const body = bodyOf(request, reply, uploadMegabytes, { seconds, bytesPerMinute: 0 })
      const { id, name, size } = await drainBodyOnFailure(
        saveUpload(db, files, user, request.query.name ?? '', body, uploadMegabytes),
        request,
        reply,
      )
      return { file: id, name, size }
    },
  )
}

/** Route without a session: suppliers authenticate with the source's own token. */
const pushRoute: FastifyPluginAsyncTypebox<SourceUploadRoutes> = async (app, options) => {
  const { db, sources } = options
  const pushes = new UploadSlots(1, 'Прежний прайс-лист этого источника ещё передаётся')
  takeBodiesAsStreams(app)

  const admit = async (sql: Sql, request: FastifyRequest): Promise<void> => {
    const { id } = request.params as { id: string }
    if (!(await matchesSourceToken(sql, id, bearerToken(request) ?? '')))
      throw new Refusal(401, 'Ключ источника неверен')
    if (!(await findSource(sql, id)).enabled) throw new Refusal(409, 'Источник выключен')
    await refuseManyPushes(sql, id, Date.now())
  }

  app.route({
    method: ['PUT', 'POST'],
    url: sourcePricesPath(':id'),
    config: { rateLimit: { max: PUSHES_PER_MINUTE, timeWindow: '1 minute' } },
    schema: {
      summary: 'Прислать прайс-лист с ключом источника',
      security,
      params: Type.Object(SourceId),
      querystring: Type.Object({ day: ImportDay }),
      response: { 202: RunAnswer },
    },
    // Checked before the body is read.
    preParsing: async (request, _reply, payload) => {
      await admit(db, request)
      return payload
    },
    async handler(request, reply) {
      const { id } = request.params as { id: string }
      const { day } = request.query as { day?: string }
      pushes.take(id, request, reply)
      sources.checkDay(day)
      const { uploadMegabytes, uploadSeconds: seconds } = sources.settings.config
      const body = bodyOf(request, reply, uploadMegabytes, {
        seconds,
        bytesPerMinute: PUSHED_BYTES_PER_MINUTE,
      })
      const file = await drainBodyOnFailure(sources.files.save(body, uploadMegabytes), request, reply)
      // Admission is checked again: the token may have been revoked during the upload.
      const run = await sources.importPushed(id, file, day, (sql) => admit(sql, request))
      return reply.status(202).send({ run })
    },
  })
}
