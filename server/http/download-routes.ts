import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { priceTypesOf, REPORTS, type Report, type ReportId, reportFileName } from '../../contract/reports.ts'
import { CSV_TYPE } from '../../contract/spreadsheet/csv.ts'
import { XLSX_TYPE } from '../../contract/spreadsheet/xlsx-parts.ts'
import { csvStream } from '../prices/export/csv.ts'
import { type DownloadTable, reportTable } from '../prices/export/report-file.ts'
import { xlsxStream } from '../prices/export/xlsx.ts'
import { queryOf } from '../prices/report-query.ts'
import type { DownloadSlots } from './download-slots.ts'
import { userOf } from './guard.ts'
import { askedOf } from './report-query.ts'
import type { ReportRoutes } from './report-routes.ts'
import { bodyFilterProperties, comparisonProperties, ErrorAnswer, Multiplier, SearchText } from './schemas.ts'

interface FileFormat {
  type: string
  write(table: DownloadTable): Readable
}

const XLSX: FileFormat = { type: XLSX_TYPE, write: xlsxStream }
const CSV: FileFormat = { type: CSV_TYPE, write: csvStream }

export interface DownloadRoutes extends Omit<ReportRoutes, 'ready'> {
  /** shared with the other downloads */
  slots: DownloadSlots
}

/** Downloads of the whole selection; 204 if it is empty (specification 5.2 and 5.3). */
export const downloadRoutes: FastifyPluginAsyncTypebox<DownloadRoutes> = async (app, options) => {
  const { reader, guard, slots } = options
  app.addHook('onRequest', guard)
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
          const { day = '', moved = '' } = asked.comparison ?? {}
          const name = reportFileName(id as ReportId, asked.day, [day, moved ?? ''])
          return reply
            .type(format.type)
            .header('content-disposition', `attachment; filename="${name}"`)
            .send(format.write(table) as never)
        },
      )
    }
  }
}
