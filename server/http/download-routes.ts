import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { DOWNLOAD_HEADER, DOWNLOAD_PROGRESS_PATH } from '../../contract/download-progress.ts'
import { priceTypesOf, REPORTS, type Report, type ReportId, reportFileName } from '../../contract/reports.ts'
import { CSV_TYPE } from '../../contract/spreadsheet/csv.ts'
import { XLSX_TYPE } from '../../contract/spreadsheet/xlsx-parts.ts'
import { csvStream } from '../prices/export/csv.ts'
import { type DownloadTable, reportTable } from '../prices/export/report-file.ts'
import { xlsxStream } from '../prices/export/xlsx.ts'
import { queryOf } from '../prices/report-query.ts'
import { DownloadCounts } from './download-counts.ts'
import type { DownloadSlots } from './download-slots.ts'
import { userOf } from './guard.ts'
import { neverStored } from './never-stored.ts'
import { askedOf } from './report-query.ts'
import type { ReportRoutes } from './report-routes.ts'
import { bodyFilterProperties, comparisonProperties, ErrorAnswer, Multiplier, SearchText } from './schemas.ts'

interface FileFormat {
  type: string
  write(table: DownloadTable): Readable
}

const XLSX: FileFormat = { type: XLSX_TYPE, write: xlsxStream }
const CSV: FileFormat = { type: CSV_TYPE, write: csvStream }

const DownloadName = Type.String({ pattern: '^[0-9a-f]{32}$' })
const DownloadHeaders = Type.Object({
  [DOWNLOAD_HEADER]: Type.Optional({
    ...DownloadName,
    description: 'Имя, под которым можно узнать, сколько строк готово',
  }),
})

export interface DownloadRoutes extends Omit<ReportRoutes, 'ready'> {
  /** shared with the other downloads */
  slots: DownloadSlots
}

/** Downloads of the whole selection; 204 if it is empty (specification 5.2 and 5.3). */
export const downloadRoutes: FastifyPluginAsyncTypebox<DownloadRoutes> = async (app, options) => {
  const { reader, guard, slots } = options
  const counts = new DownloadCounts()
  app.addHook('onRequest', guard)
  app.get(
    `${DOWNLOAD_PROGRESS_PATH}/:name`,
    {
      onSend: neverStored,
      schema: {
        summary: 'Сколько строк файла уже записано',
        security: [{ bearer: [] }],
        params: Type.Object({ name: DownloadName }),
        response: {
          200: Type.Object({ rows: Type.Integer(), total: Type.Integer() }),
          401: ErrorAnswer,
        },
      },
    },
    async (request) => counts.of(userOf(request).id, request.params.name),
  )
  for (const [id, report] of Object.entries<Report>(REPORTS)) {
    const format = report.layout === 'changes' ? CSV : XLSX
    for (const priceType of priceTypesOf(report)) {
      const path = report.sources[priceType]?.download
      if (path === undefined) continue
      app.post(
        path,
        {
          // An xlsx is compressed already; streamed as it is, the download shows progress.
          compress: false,
          schema: {
            summary: `${report.title}: файл`,
            security: [{ bearer: [] }],
            headers: DownloadHeaders,
            body: Type.Object(
              {
                ...bodyFilterProperties,
                percent: Multiplier,
                q: SearchText,
                ...comparisonProperties(report),
              },
              { additionalProperties: false },
            ),
            response: { 204: Type.Null({ description: 'Нет данных' }), '4xx': ErrorAnswer },
          },
        },
        async (request, reply) => {
          const asked = askedOf(request.body, userOf(request).percent)
          const query = { ...queryOf(report, priceType), ...asked }
          const table = await reportTable(reader, report, query, slots.take(request, reply))
          if (!table) return reply.status(204).send(null)
          const followed = counts.follow(request, reply, table)
          const { day = '', moved = '' } = asked.comparison ?? {}
          const name = reportFileName(id as ReportId, asked.day, [day, moved ?? ''])
          return reply
            .type(format.type)
            .header('content-disposition', `attachment; filename="${name}"`)
            .send(format.write(followed) as never)
        },
      )
    }
  }
}
