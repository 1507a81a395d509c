import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { MessageAnswer, Text } from '../../../contract/lib/schemas.ts'
import { findingKeyText } from '../../../contract/sources/finding-keys.ts'
import { StoredFile } from '../../../contract/sources/guess.ts'
import { HELD_RUNS_PATH, HeldRuns } from '../../../contract/sources/held-runs.ts'
import { SOURCE_PATHS } from '../../../contract/sources/source-paths.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import type { SessionGuard } from '../auth/http/admin-guard.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import type { Sources } from './create-sources.ts'
import { takeAnswerBack } from './list-findings.ts'
import { RunId, SourceId } from './source-schemas.ts'
import { uploadHeldFile } from './uploads.ts'
import { viewHeldRuns } from './view.ts'

export interface FindingRoutes {
  db: Db
  guard: RequestGuard
  adminGuard: SessionGuard
  sources: Pick<Sources, 'files'>
}

const security = [{ bearer: [] }]
/** Maximum length of a finding's key, which has the name of a column or a file. */
const LONGEST_KEY = 2_000

/** Routes of findings and of the runs that wait because of them, for administrators (specification 12.4). */
export const findingRoutes: FastifyPluginAsyncTypebox<FindingRoutes> = async (app, options) => {
  const { db, guard, adminGuard, sources } = options
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.addHook('onSend', neverStored)

  app.get(
    HELD_RUNS_PATH,
    {
      schema: {
        summary: 'Прайс-листы, которые ждут решения',
        security,
        response: { 200: HeldRuns },
      },
    },
    async () => ({ held: await viewHeldRuns(db) }),
  )

  app.post(
    `${SOURCE_PATHS.runs}/:run/file`,
    {
      schema: {
        summary: 'Открыть файл задержанного прайс-листа, чтобы посмотреть на него; хранится сутки',
        security,
        params: RunId,
        response: { 200: StoredFile },
      },
    },
    async (request) => {
      const { id, name, size } = await uploadHeldFile(
        db,
        sources.files,
        userOf(request).id,
        Number(request.params.run),
      )
      return { file: id, name, size }
    },
  )

  app.post(
    `${SOURCE_PATHS.sources}/:id/answered/remove`,
    {
      schema: {
        summary: 'Снова спрашивать о том, что отмечено верным',
        security,
        params: SourceId,
        body: Type.Object({ key: Text(LONGEST_KEY) }, { additionalProperties: false }),
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { key } = request.body
      await db.transaction(async (sql) => {
        const { title, site } = await takeAnswerBack(sql, request.params.id, key)
        await audit(
          sql,
          'source changed',
          userOf(request).id,
          `${title} (${site}): снова спрашивать: ${findingKeyText(key)}`,
        )
      })
      return { message: 'Об этом снова спросим' }
    },
  )
}
