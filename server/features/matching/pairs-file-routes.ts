import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  MATCHING_FILE_TYPES,
  MatchingFileQuery,
  PairsImportAnswer,
} from '../../../contract/matching/pairs-file.ts'
import { MATCHING_PATHS } from '../../../contract/paths.ts'
import { CSV_TYPE } from '../../../contract/spreadsheet/csv.ts'
import { readTable } from '../../import/table-readers.ts'
import { Refusal } from '../../platform/refusal.ts'
import { csvStream } from '../../prices/export/report-csv.ts'
import { tableParts, xlsxStream } from '../../prices/export/xlsx.ts'
import { exported } from '../auth/http/audited-routes.ts'
import type { DownloadSlots } from '../auth/http/download-slots.ts'
import { userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { importPairs } from './import-pairs.ts'
import type { MatchingRoutes } from './matching-routes.ts'
import { pairsTable } from './pairs-table.ts'
import { PAIRS_FILE, pairsOf } from './read-pairs.ts'

const security = [{ bearer: [] }]
/** Maximum size of an imported file in bytes: 20,000 pairs of some 400. */
const FILE_BYTES = 8 * 1024 * 1024

interface PairsFileRoutes extends MatchingRoutes {
  slots: DownloadSlots
}

/** Routes of pairs as a file (specification 21.9). */
export const pairsFileRoutes: FastifyPluginAsyncTypebox<PairsFileRoutes> = async (
  app,
  { db, guard, analystGuard, isOwnSite, slots },
) => {
  app.addHook('onRequest', guard)
  app.addHook('onRequest', analystGuard)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FILE_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  const rateLimit = perPerson(20)

  app.get(
    MATCHING_PATHS.file,
    {
      config: { rateLimit, audited: exported },
      schema: {
        summary: 'Пары или несопоставленные предложения: файл',
        security,
        querystring: MatchingFileQuery,
        response: {},
      },
    },
    async (request, reply) => {
      const { kind, format } = request.query
      slots.take(request, reply)
      const table = pairsTable(db, kind, isOwnSite)
      const stream = format === 'xlsx' ? xlsxStream(tableParts(table)) : csvStream(table)
      return reply
        .type(format === 'xlsx' ? MATCHING_FILE_TYPES.xlsx : CSV_TYPE)
        .header('content-disposition', `attachment; filename="${kind}.${format}"`)
        .send(stream as never)
    },
  )

  app.post(
    MATCHING_PATHS.file,
    {
      bodyLimit: FILE_BYTES,
      config: { rateLimit },
      schema: {
        summary: 'Загрузить пары: наш артикул, сайт, код или название у сайта, та же или другая',
        security,
        response: { 200: PairsImportAnswer },
      },
    },
    async (request) => {
      const file = request.body
      if (!(file instanceof Uint8Array) || file.length === 0) throw new Refusal(400, 'Файл пуст')
      const decider = { userId: userOf(request).id, batch: randomBytes(16).toString('hex') }
      const lines = await readTable({ ...PAIRS_FILE, file }, decider.userId)
      return importPairs(db, pairsOf(lines), isOwnSite, decider)
    },
  )
}
