import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { PATHS } from '../../../contract/paths.ts'
import {
  MAX_PAGE,
  type PriceType,
  priceTypesOf,
  REPORTS,
  type Report,
} from '../../../contract/reports/reports.ts'
import {
  comparisonProperties,
  filterProperties,
  listOrderProperties,
  Multiplier,
  SearchText,
  StringList,
} from '../../platform/http/schemas.ts'
import { loadLists } from '../../prices/filter-lists.ts'
import { cachedPage, reportPage } from '../../prices/report-page.ts'
import { type PriceReader, toReportQuery } from '../../prices/report-query.ts'
import { isCacheable, type RowCache } from '../../prices/row-cache/row-cache.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { acceptsGzip } from './accepts-gzip.ts'
import { listOrderOf, parseReportParameters } from './report-query.ts'

export interface ReportRoutes {
  reader: PriceReader
  rowCache: RowCache
  guard: RequestGuard
}

const gzip = promisify(zlib.gzip)
const gunzip = promisify(zlib.gunzip)

/**
 * Compression level 1: pages have up to hundreds of kilobytes of repetitive text; compared with the default level they
 * take a third of the time and become only slightly larger.
 */
const FAST = { level: 1 }

/** Schema for the API documentation only; rows have the free-form shapes of specification 7.7 to 7.11. */
const WirePageSchema = Type.Object({
  items: Type.Array(Type.Object({}, { additionalProperties: true })),
  total_rows: Type.Integer(),
  current_page: Type.Integer(),
  page: Type.Integer({ description: 'всего страниц' }),
  total_pages: Type.Integer(),
  has_more: Type.Boolean(),
  counts: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), {
      description: 'шины по тому, что с ценой: up, down, new, gone',
    }),
  ),
  groups: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), { description: 'шины по группам порядка market.groups' }),
  ),
  compared: Type.Optional(Type.String({ description: 'день, с которым сравнили' })),
  state: Type.Optional(
    Type.String({ description: 'одинаково у страниц, между которыми цены дня не менялись' }),
  ),
})

/** Returns all list paths. For a path that several reports share, the figures of all of them are computed. */
function listPaths(): Map<string, { report: Report; priceType: PriceType }> {
  const paths = new Map<string, { report: Report; priceType: PriceType }>()
  for (const report of Object.values<Report>(REPORTS)) {
    for (const priceType of priceTypesOf(report)) {
      const path = report.sources[priceType]?.list
      if (path !== undefined) paths.set(path, { report, priceType })
    }
  }
  return paths
}

/** Routes of filters, vehicle types and list pages (specification 4.2, 4.5, 4.6 and 4.10). */
export const reportRoutes: FastifyPluginAsyncTypebox<ReportRoutes> = async (
  app,
  { reader, rowCache, guard },
) => {
  const filterLists = untilNextImport(reader.sql, loadLists)
  const security = [{ bearer: [] }]
  app.addHook('onRequest', guard)

  app.get(
    PATHS.filters,
    {
      schema: {
        summary: 'Значения фильтров',
        security,
        response: { 200: Type.Record(Type.String(), StringList) },
      },
    },
    async () => ({ ...(await filterLists()) }),
  )

  app.post(
    PATHS.vehicleTypes,
    { schema: { summary: 'Типы автомобилей', security, response: { 200: StringList } } },
    async () => (await filterLists()).vehicle_type,
  )

  for (const [path, { report, priceType }] of listPaths()) {
    app.get(
      path,
      {
        schema: {
          summary: report.title,
          security,
          querystring: Type.Object(
            {
              ...filterProperties,
              percent: Multiplier,
              q: SearchText,
              ...comparisonProperties(report),
              ...listOrderProperties,
              page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1 })),
            },
            { additionalProperties: false },
          ),
          response: { 200: Type.Unsafe<string | Buffer>(WirePageSchema) },
        },
      },
      async (request, reply) => {
        const query = {
          ...toReportQuery(report, priceType),
          ...parseReportParameters(request.query, userOf(request).percent),
        }
        const page = request.query.page ?? 1
        const arrangement = listOrderOf(request.query, priceType)
        reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
        const compressed = isCacheable(query)
          ? await cachedPage(reader, rowCache, query, page, arrangement)
          : await gzip(JSON.stringify(await reportPage(reader, query, page, arrangement)), FAST)
        if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(await gunzip(compressed))
        return reply.header('content-encoding', 'gzip').send(compressed)
      },
    )
  }
}
