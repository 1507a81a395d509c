import { createReadStream, existsSync } from 'node:fs'
import { findingKeyText } from '../../../contract/sources/finding-keys.ts'
import type { HELD_CALLS } from '../../../contract/sources/held-runs.ts'
import type { SOURCE_CALLS } from '../../../contract/sources/source-calls.ts'
import { MappingSchema } from '../../import/mapping.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { DATA_EXPORT_AUDIT } from '../auth/http/audited-routes.ts'
import { type Handlers, withConfig } from '../auth/serve-calls.ts'
import { checkInput } from './check-input.ts'
import type { Sources } from './create-sources.ts'
import { takeAnswerBack } from './held.ts'
import { acceptRun, declineRun, findRun } from './runs.ts'
import { endTrouble } from './source-alerts.ts'
import { createSource, findSource, removeSource, updateSource } from './store.ts'
import { createToken, removeToken } from './tokens.ts'
import { uploadHeldFile } from './uploads.ts'
import { viewHeldRuns, viewSourcePage, viewSources } from './view.ts'

export function sourceHandlers(db: Db, sources: Sources): Handlers<typeof SOURCE_CALLS> {
  const { box, files, runner, settings } = sources
  const { allowedHosts } = settings.config
  return {
    list: async () => ({ sources: await viewSources(db, files) }),
    mappingSchema: ({ reply }) => reply.type('application/schema+json').send(JSON.stringify(MappingSchema)),
    async create({ user, body }) {
      const { settings, secrets } = checkInput(body, allowedHosts)
      const id = await db.transaction(async (sql) => {
        const id = await createSource(sql, box, settings, secrets)
        await audit(sql, 'source changed', user.id, `${settings.title} (${settings.site}): добавлен`)
        return id
      })
      return { id }
    },
    one: ({ params }) => viewSourcePage(db, files, params.id),
    async change({ user, params: { id }, body }) {
      const { settings, secrets } = checkInput(body, allowedHosts)
      await db.transaction(async (sql) => {
        const before = await findSource(sql, id)
        await updateSource(sql, box, id, settings, secrets)
        const { hostKey } = settings
        const trusted = hostKey && hostKey !== before.hostKey ? `, ключ сервера ${hostKey}` : ''
        await audit(sql, 'source changed', user.id, `${settings.title} (${settings.site}): изменён${trusted}`)
      })
      runner.check()
      return { id }
    },
    async remove({ user, params }) {
      await db.transaction(async (sql) => {
        const { id, title, site } = await findSource(sql, params.id)
        await removeSource(sql, id)
        await audit(sql, 'source changed', user.id, `${title} (${site}): удалён`)
      })
      runner.check()
      return 'Источник удалён, его цены остались'
    },
    async run({ user, params: { id }, body: { file, day } }) {
      const { title } = await findSource(db, id)
      const run =
        file === undefined
          ? await sources.fetchNow(id, day, 'hand')
          : await sources.importUpload(user.id, id, file, day)
      await audit(db, 'source run', user.id, `${title}: ${file === undefined ? 'запущен' : 'загружен файл'}`)
      return { run }
    },
    createToken: ({ user, params }) =>
      db.transaction(async (sql) => {
        const token = await createToken(sql, params.id)
        const { title } = await findSource(sql, params.id)
        await audit(sql, 'source token', user.id, `${title}: выдан`)
        return { token }
      }),
    async removeToken({ user, params }) {
      await db.transaction(async (sql) => {
        await removeToken(sql, params.id)
        const { title } = await findSource(sql, params.id)
        await audit(sql, 'source token', user.id, `${title}: отозван`)
      })
      return 'Ключ больше не действует'
    },
    async askAgain({ user, params, body: { key } }) {
      await db.transaction(async (sql) => {
        const { title, site } = await takeAnswerBack(sql, params.id, key)
        await audit(
          sql,
          'source changed',
          user.id,
          `${title} (${site}): снова спрашивать: ${findingKeyText(key)}`,
        )
      })
      return 'Об этом снова спросим'
    },
    async accept({ user, params }) {
      await db.transaction(async (sql) => {
        const { source_id: sourceId, day } = await acceptRun(sql, params.run, Date.now())
        const { title } = await findSource(sql, sourceId)
        await audit(sql, 'source decided', user.id, `${title} ${day}: принят`)
      })
      runner.wake()
      return 'Прайс-лист принят, цены загружаются'
    },
    async decline({ user, params }) {
      const declined = await db.transaction(async (sql) => {
        const declined = await declineRun(sql, params.run, Date.now())
        const { title } = await findSource(sql, declined.source_id)
        await endTrouble(sql, declined.source_id, 'held')
        await audit(sql, 'source decided', user.id, `${title} ${declined.day}: отклонён`)
        return declined
      })
      // Other servers remove their own files.
      if (declined.server === files.server) await files.remove(declined.file)
      return 'Прайс-лист отклонён, цены остались прежними'
    },
    async openHeld({ user, params }) {
      const { id, name, size } = await uploadHeldFile(db, files, user.id, params.run)
      return { file: id, name, size }
    },
    rejects: withConfig({ audited: DATA_EXPORT_AUDIT }, async ({ params, reply }) => {
      const { rejects, server, day, id } = await findRun(db, params.run)
      if (rejects === '') throw new Refusal(404, 'У этого запуска нет отклонённых записей')
      const path = files.rejectsPath(rejects)
      if (server !== files.server || !existsSync(path)) {
        throw new Refusal(404, 'Файла с отклонёнными записями на этом сервере нет')
      }
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="rejects-${day}-${id}.jsonl"`)
        .send(createReadStream(path))
    }),
  }
}

export const heldHandlers = (db: Db): Handlers<typeof HELD_CALLS> => ({
  list: async () => ({ held: await viewHeldRuns(db) }),
})
