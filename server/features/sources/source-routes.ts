import { createReadStream, existsSync } from 'node:fs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { RunAnswer } from '../../../contract/sources/run.ts'
import {
  SourceHistory,
  SourceIdAnswer,
  SourceInput,
  SourcesAnswer,
  SourceTokenAnswer,
} from '../../../contract/sources/source.ts'
import { SOURCE_PATHS } from '../../../contract/sources/source-paths.ts'
import { MappingSchema } from '../../import/mapping.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SessionGuard } from '../auth/http/admin-guard.ts'
import { exported } from '../auth/http/audited-routes.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { checkInput } from './check-input.ts'
import type { Sources } from './create-sources.ts'
import { acceptRun, declineRun, findRun } from './runs.ts'
import { endTrouble } from './source-alerts.ts'
import { Day, RunId, SourceId } from './source-schemas.ts'
import { createSource, findSource, removeSource, updateSource } from './store.ts'
import { createToken, removeToken } from './tokens.ts'
import { viewSourcePage, viewSources } from './view.ts'

export interface SourceRoutes {
  db: Db
  guard: RequestGuard
  adminGuard: SessionGuard
  /** refuses without a recent proof of the password */
  proofGuard: SessionGuard
  sources: Sources
}

const security = [{ bearer: [] }]
/** Size limit of a request body in bytes. It is large because a mapping may list many spellings and warehouses. */
const INPUT_BYTES = 1024 * 1024
const one = `${SOURCE_PATHS.sources}/:id`
const run = `${SOURCE_PATHS.runs}/:run`

/** Routes of sources and their runs, for administrators (specification 13.1 to 13.3). */
export const sourceRoutes: FastifyPluginAsyncTypebox<SourceRoutes> = async (app, options) => {
  const { db, guard, adminGuard, proofGuard, sources } = options
  const { box, files, runner, settings } = sources
  const { allowedHosts } = settings.config
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.addHook('onSend', neverStored)

  app.get(
    SOURCE_PATHS.sources,
    { schema: { summary: 'Источники цен', security, response: { 200: SourcesAnswer } } },
    async () => ({ sources: await viewSources(db, files) }),
  )

  app.get(
    SOURCE_PATHS.mappingSchema,
    { schema: { summary: 'JSON Schema описания прайс-листа', security } },
    async (_request, reply) => reply.type('application/schema+json').send(JSON.stringify(MappingSchema)),
  )

  app.post(
    SOURCE_PATHS.sources,
    {
      bodyLimit: INPUT_BYTES,
      schema: {
        summary: 'Добавить источник',
        security,
        body: SourceInput,
        response: { 200: SourceIdAnswer },
      },
    },
    async (request) => {
      const { settings, secrets } = checkInput(request.body, allowedHosts)
      const id = await db.transaction(async (sql) => {
        const id = await createSource(sql, box, settings, secrets)
        await audit(
          sql,
          'source changed',
          userOf(request).id,
          `${settings.title} (${settings.site}): добавлен`,
        )
        return id
      })
      return { id }
    },
  )

  app.get(
    one,
    {
      schema: {
        summary: 'Источник, его запуски и дни',
        security,
        params: SourceId,
        response: { 200: SourceHistory },
      },
    },
    async ({ params }) => viewSourcePage(db, files, params.id),
  )

  app.post(
    one,
    {
      bodyLimit: INPUT_BYTES,
      schema: {
        summary: 'Изменить источник',
        security,
        params: SourceId,
        body: SourceInput,
        response: { 200: SourceIdAnswer },
      },
    },
    async (request) => {
      const { id } = request.params
      const { settings, secrets } = checkInput(request.body, allowedHosts)
      await db.transaction(async (sql) => {
        const before = await findSource(sql, id)
        await updateSource(sql, box, id, settings, secrets)
        const { hostKey } = settings
        const trusted = hostKey && hostKey !== before.hostKey ? `, ключ сервера ${hostKey}` : ''
        await audit(
          sql,
          'source changed',
          userOf(request).id,
          `${settings.title} (${settings.site}): изменён${trusted}`,
        )
      })
      runner.check()
      return { id }
    },
  )

  app.post(
    `${one}/remove`,
    {
      schema: {
        summary: 'Удалить источник; загруженные цены остаются',
        security,
        params: SourceId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await db.transaction(async (sql) => {
        const { id, title, site } = await findSource(sql, request.params.id)
        await removeSource(sql, id)
        await audit(sql, 'source changed', userOf(request).id, `${title} (${site}): удалён`)
      })
      runner.check()
      return { message: 'Источник удалён, его цены остались' }
    },
  )

  app.post(
    `${one}/run`,
    {
      schema: {
        summary: 'Запустить сейчас, или загрузить цены из файла',
        security,
        params: SourceId,
        body: Type.Object(
          { file: Type.Optional(Type.String({ maxLength: 64 })), day: Day },
          { additionalProperties: false },
        ),
        response: { 200: RunAnswer },
      },
    },
    async (request) => {
      const { id } = request.params
      const { file, day } = request.body
      const user = userOf(request).id
      const { title } = await findSource(db, id)
      const run =
        file === undefined
          ? await sources.fetchNow(id, day, 'hand')
          : await sources.importUpload(user, id, file, day)
      await audit(db, 'source run', user, `${title}: ${file === undefined ? 'запущен' : 'загружен файл'}`)
      return { run }
    },
  )

  app.post(
    `${one}/token`,
    {
      onRequest: proofGuard,
      schema: {
        summary: 'Выдать ключ для загрузки; прежний перестаёт действовать',
        security,
        params: SourceId,
        response: { 200: SourceTokenAnswer },
      },
    },
    async (request) =>
      db.transaction(async (sql) => {
        const token = await createToken(sql, request.params.id)
        const { title } = await findSource(sql, request.params.id)
        await audit(sql, 'source token', userOf(request).id, `${title}: выдан`)
        return { token }
      }),
  )

  app.post(
    `${one}/token/remove`,
    {
      schema: {
        summary: 'Отозвать ключ для загрузки',
        security,
        params: SourceId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await db.transaction(async (sql) => {
        await removeToken(sql, request.params.id)
        const { title } = await findSource(sql, request.params.id)
        await audit(sql, 'source token', userOf(request).id, `${title}: отозван`)
      })
      return { message: 'Ключ больше не действует' }
    },
  )

  app.post(
    `${run}/accept`,
    {
      schema: {
        summary: 'Принять задержанный прайс-лист',
        security,
        params: RunId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await db.transaction(async (sql) => {
        const { source_id: sourceId, day } = await acceptRun(sql, Number(request.params.run), Date.now())
        const { title } = await findSource(sql, sourceId)
        await audit(sql, 'source decided', userOf(request).id, `${title} ${day}: принят`)
      })
      runner.wake()
      return { message: 'Прайс-лист принят, цены загружаются' }
    },
  )

  app.post(
    `${run}/decline`,
    {
      schema: {
        summary: 'Отклонить задержанный прайс-лист',
        security,
        params: RunId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const declined = await db.transaction(async (sql) => {
        const declined = await declineRun(sql, Number(request.params.run), Date.now())
        const { title } = await findSource(sql, declined.source_id)
        await endTrouble(sql, declined.source_id, 'held')
        await audit(sql, 'source decided', userOf(request).id, `${title} ${declined.day}: отклонён`)
        return declined
      })
      // Other servers remove their own files.
      if (declined.server === files.server) await files.remove(declined.file)
      return { message: 'Прайс-лист отклонён, цены остались прежними' }
    },
  )

  app.get(
    `${run}/rejects`,
    {
      config: { audited: exported },
      schema: {
        summary: 'Отклонённые записи запуска: файл JSON Lines',
        security,
        params: RunId,
        response: {},
      },
    },
    async ({ params }, reply) => {
      const { rejects, server, day, id } = await findRun(db, Number(params.run))
      if (rejects === '') throw new Refusal(404, 'У этого запуска нет отклонённых записей')
      const path = files.rejectsPath(rejects)
      if (server !== files.server || !existsSync(path)) {
        throw new Refusal(404, 'Файла с отклонёнными записями на этом сервере нет')
      }
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="rejects-${day}-${id}.jsonl"`)
        .send(createReadStream(path) as never)
    },
  )
}
