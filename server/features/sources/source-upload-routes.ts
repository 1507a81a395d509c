import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { OrNull, Text } from '../../../contract/lib/schemas.ts'
import { PAGES_TO_LOOK_AT } from '../../../contract/sources/api.ts'
import { FittingSources, Guess, StoredFile } from '../../../contract/sources/guess.ts'
import { RunAnswer } from '../../../contract/sources/run.ts'
import { Sample } from '../../../contract/sources/sample.ts'
import { KIND_SETTINGS, MappingObject, Secrets } from '../../../contract/sources/source.ts'
import { SOURCE_PATHS, sourcePricesPath } from '../../../contract/sources/source-paths.ts'
import { Trial } from '../../../contract/sources/trial.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { bearerToken } from '../../platform/http/bearer-token.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { Refusal } from '../../platform/refusal.ts'
import { HostKeyChanged } from '../../platform/remote/host-key.ts'
import type { SessionGuard } from '../auth/http/admin-guard.ts'
import { callsAddress } from '../auth/http/audited-routes.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { checkApi } from './api/check-api.ts'
import { keepsSecrets, OTHER_SERVER } from './api/secret-origins.ts'
import { refuseManyPushes } from './bounds.ts'
import { checkSite } from './check-input.ts'
import { assertImportDay, type Sources } from './create-sources.ts'
import { checkAddress, checkHostKey } from './kinds/address-kind.ts'
import { checkMapping, checkRecords } from './kinds/check-mapping.ts'
import { mailRoute } from './mail/mail-route.ts'
import { fittingSources } from './recognise.ts'
import { checkSecrets, openSecrets } from './secrets.ts'
import { NO_SECRETS } from './source.ts'
import { Day, FileId, SourceId } from './source-schemas.ts'
import { findSource } from './store.ts'
import { storedSource } from './stored-source.ts'
import { bodyOf, cleanly, PUSHED_BYTES_PER_MINUTE, takeBodiesAsStreams } from './streamed-bodies.ts'
import { matchesSourceToken } from './tokens.ts'
import { goneSignal, UploadSlots } from './upload-slots.ts'
import { findUpload, saveUpload } from './uploads.ts'

export interface SourceUploadRoutes {
  db: Db
  guard: RequestGuard
  adminGuard: SessionGuard
  sources: Sources
}

const security = [{ bearer: [] }]
const MAPPING_BYTES = 1024 * 1024
const PUSHES_PER_MINUTE = 30

/**
 * Routes for price lists that users upload and suppliers deliver, and for inspecting uploaded files before anything is
 * saved (specification 13.6, 13.7 and 13.11).
 */
export const sourceUploadRoutes: FastifyPluginAsyncTypebox<SourceUploadRoutes> = async (app, options) => {
  app.addHook('onSend', neverStored)
  const uploads = new UploadSlots(2, 'Уже загружаются два файла. Дождитесь одного из них')
  await app.register(fileRoutes, { ...options, uploads })
  await app.register(uploadRoute, { ...options, uploads })
  await app.register(mailRoute, { ...options, uploads })
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
      const { id, name, size } = await cleanly(
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
      params: SourceId,
      querystring: Type.Object({ day: Day }),
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
      const file = await cleanly(sources.files.save(body, uploadMegabytes), request, reply)
      // Admission is checked again: the token may have been revoked during the upload.
      const run = await sources.importPushed(id, file, day, (sql) => admit(sql, request))
      return reply.status(202).send({ run })
    },
  })
}

const fileRoutes: FastifyPluginAsyncTypebox<WithSlots> = async (app, options) => {
  const { db, guard, adminGuard, sources, uploads } = options
  const { box, files } = sources
  const { allowedHosts } = sources.settings.config
  const looks = new UploadSlots(2, 'Уже читаются два файла. Дождитесь одного из них')
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)

  app.post(
    SOURCE_PATHS.fetchFile,
    {
      config: { audited: callsAddress('file fetched') },
      schema: {
        summary: 'Скачать файл с адреса, чтобы посмотреть на него',
        security,
        body: Type.Object(
          {
            address: Type.String({ maxLength: 4_000 }),
            secrets: Type.Optional(OrNull(Secrets)),
            api: KIND_SETTINGS.api,
            source: Type.Optional(Type.String({ maxLength: 64 })),
            /** key that the SFTP server must have, '' for any; by default that of the source */
            host_key: Type.Optional(Text(60)),
          },
          { additionalProperties: false },
        ),
        response: { 200: StoredFile },
      },
    },
    async (request, reply) => {
      const { id: user } = userOf(request)
      const { source, host_key: asked, api: described, ...given } = request.body
      const { address, secrets } = checkAddress(given, allowedHosts)
      const api = checkApi(described, address, allowedHosts)
      const stored = await storedSource(db, source, address)
      const hostKey = checkHostKey(asked, address) ?? stored?.hostKey ?? ''
      const usesStored = secrets === undefined && stored !== undefined
      if (usesStored && stored.secrets !== '' && !keepsSecrets(stored, { address, api }))
        throw new Refusal(400, OTHER_SERVER)
      const sent = usesStored ? openSecrets(box, stored.secrets) : checkSecrets(secrets ?? NO_SECRETS)
      uploads.take(user, request, reply)
      const visit = { address, api, secrets: sent, hostKey }
      const found = await sources.fetchUpload(user, visit, goneSignal(reply)).catch(refuseKey)
      return {
        ...{ file: found.id, name: found.name, size: found.size },
        ...(found.hostKey !== '' && { host_key: found.hostKey }),
        ...(found.isCut && { first_pages: PAGES_TO_LOOK_AT }),
      }
    },
  )

  /** Inspects a user's uploaded file in a thread; the task is aborted when the client disconnects. */
  const looking = async <Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    look: (path: string, signal: AbortSignal, called: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const { id: user } = userOf(request)
    const { id, name } = await findUpload(db, files, user, (request.params as { file: string }).file)
    const signal = goneSignal(reply)
    looks.take(user, request, reply)
    return look(files.path(id), signal, name)
  }

  app.post(
    `${SOURCE_PATHS.files}/:file/guess`,
    {
      bodyLimit: MAPPING_BYTES,
      schema: {
        summary: 'Что за прайс-лист: формат, колонки, поля',
        security,
        params: FileId,
        body: Type.Object({ records: Type.Optional(Type.Object({})) }, { additionalProperties: false }),
        response: { 200: Guess },
      },
    },
    async (request, reply) => {
      const { records } = request.body
      const hints = records === undefined ? {} : { records: checkRecords(records) }
      return looking(request, reply, (path, signal) => sources.guess(path, hints, signal))
    },
  )

  app.post(
    `${SOURCE_PATHS.files}/:file/sample`,
    {
      bodyLimit: MAPPING_BYTES,
      schema: {
        summary: 'Первые записи файла, прочитанные по описанию',
        security,
        params: FileId,
        body: Type.Object({ mapping: MappingObject }, { additionalProperties: false }),
        response: { 200: Sample },
      },
    },
    async (request, reply) =>
      looking(request, reply, (path, signal) => sources.sample(path, request.body.mapping, signal)),
  )

  app.post(
    `${SOURCE_PATHS.files}/:file/sources`,
    {
      schema: {
        summary: 'Чей это прайс-лист: источники, чьё описание его читает',
        security,
        params: FileId,
        response: { 200: FittingSources },
      },
    },
    async (request, reply) =>
      looking(request, reply, async (path, signal) => ({
        sources: await fittingSources(db, (mapping) => sources.sample(path, mapping, signal)),
      })),
  )

  app.post(
    `${SOURCE_PATHS.files}/:file/trial`,
    {
      bodyLimit: MAPPING_BYTES,
      schema: {
        summary: 'Что загрузилось бы из файла; ничего не записывается',
        security,
        params: FileId,
        body: Type.Object(
          {
            mapping: MappingObject,
            site: Type.String({ maxLength: 300 }),
            day: Type.String({ maxLength: 10 }),
            max_bad: Type.Number({ minimum: 0, maximum: 100 }),
          },
          { additionalProperties: false },
        ),
        response: { 200: Trial },
      },
    },
    async (request, reply) => {
      const { mapping, site, day, max_bad: maxBad } = request.body
      const asked = { mapping: checkMapping(mapping), site: checkSite(site), day: assertImportDay(day) }
      return looking(request, reply, (path, signal, called) =>
        sources.tryList({ ...asked, maxBad, path, called }, signal),
      )
    },
  )
}

function refuseKey(error: unknown): never {
  if (!(error instanceof HostKeyChanged)) throw error
  throw new Refusal(409, error.message, { host_key: error.hostKey })
}
