import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  DOWNLOAD_HEADER,
  DOWNLOAD_PROGRESS_PATH,
  DownloadProgress,
} from '../../../contract/reports/download-progress.ts'
import {
  priceTypesOf,
  REPORTS,
  type Report,
  type ReportId,
  reportFileName,
} from '../../../contract/reports/reports.ts'
import { CSV_TYPE } from '../../../contract/spreadsheet/csv.ts'
import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import {
  bodyFilterProperties,
  comparisonProperties,
  Multiplier,
  SearchText,
} from '../../platform/http/schemas.ts'
import { neverStored } from '../../platform/http/security.ts'
import { reportCsv } from '../../prices/export/report-csv.ts'
import { reportXlsx } from '../../prices/export/report-xlsx.ts'
import { toReportQuery } from '../../prices/report-query.ts'
import type { RunTask } from '../../prices/threads/tasks.ts'
import { DATA_EXPORT_AUDIT } from '../auth/http/audited-routes.ts'
import type { DownloadSlots } from '../auth/http/download-slots.ts'
import { userOf } from '../auth/http/guard.ts'
import { DownloadCounts } from './download-counts.ts'
import { parseReportParameters } from './report-query.ts'
import type { ReportRoutes } from './report-routes.ts'

const DownloadName = Type.String({ pattern: '^[0-9a-f]{32}$' })
const DownloadHeaders = Type.Object({
  [DOWNLOAD_HEADER]: Type.Optional({
    ...DownloadName,
    description: 'Имя, под которым можно узнать, сколько строк готово',
  }),
})

export interface DownloadRoutes extends Omit<ReportRoutes, 'rowCache'> {
  /** slots shared with other kinds of downloads */
  slots: DownloadSlots
  run: RunTask
}

/**
 * Routes for downloading all rows within the filters; they answer 204 if there are none (specification 5.2 and 5.3).
 */
export const downloadRoutes: FastifyPluginAsyncTypebox<DownloadRoutes> = async (app, options) => {
  const { reader, guard, slots, run } = options
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
        response: { 200: DownloadProgress },
      },
    },
    async (request) => counts.of(userOf(request).id, request.params.name),
  )
  for (const [id, report] of Object.entries<Report>(REPORTS)) {
    const isCsv = report.layout === 'changes'
    for (const priceType of priceTypesOf(report)) {
      const path = report.sources[priceType]?.download
      if (path === undefined) continue
      app.post(
        path,
        {
          // An xlsx is already compressed; without further compression the browser can display the progress.
          compress: false,
          config: { audited: DATA_EXPORT_AUDIT },
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
            response: { 204: Type.Null({ description: 'Нет данных' }) },
          },
        },
        async (request, reply) => {
          const asked = parseReportParameters(request.body, userOf(request).percent)
          const query = { ...toReportQuery(report, priceType), ...asked }
          const gone = slots.take(request, reply)
          const file = isCsv
            ? await reportCsv(reader, report, query, gone)
            : await reportXlsx(reader, id as ReportId, query, gone, run)
          if (!file) return reply.status(204).send(null)
          const { day = '', moved = '' } = asked.comparison ?? {}
          const name = reportFileName(id as ReportId, asked.day, [day, moved ?? ''])
          return reply
            .type(isCsv ? CSV_TYPE : XLSX_TYPE)
            .header('content-disposition', `attachment; filename="${name}"`)
            .send(file.write(counts.begin(request, reply, file.total)) as never)
        },
      )
    }
  }
}
