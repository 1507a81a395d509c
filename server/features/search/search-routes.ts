import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { CATALOG_PATHS } from '../../../contract/paths.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { SearchText } from '../../platform/http/schemas.ts'
import type { PriceReader } from '../../prices/report-query.ts'
import { type CatalogTyre, catalogColumns } from '../../prices/tyre-catalog.ts'
import type { RequestGuard } from '../auth/http/guard.ts'
import { type FoundPrices, foundPricesOf, lastPricedDay, preferenceOn } from './found-prices.ts'
import type { TyreSearch } from './tyre-search.ts'

export interface SearchRoutes {
  reader: PriceReader
  search: TyreSearch
  guard: RequestGuard
}

const LIMIT = { minimum: 1, maximum: 50, default: 20 }

/** Schema for the API documentation only (specification 16.3). */
const SearchAnswerSchema = Type.Object({
  version: Type.Literal(1),
  day: Type.Union([Type.String(), Type.Null()]),
  total: Type.Integer(),
  priced: Type.Integer(),
  tyres: Type.Array(Type.Object({ key: Type.String() }, { additionalProperties: true })),
})

const NO_PRICES: FoundPrices = { retail: null, wholesale: null, own: null, cities: 0, sites: 0 }

/** Route of the search for tyres, with their prices of the last day (specification 16.3). */
export const searchRoutes: FastifyPluginAsyncTypebox<SearchRoutes> = async (app, options) => {
  const { reader, search, guard } = options
  app.addHook('onRequest', guard)
  app.get(
    CATALOG_PATHS.search,
    {
      schema: {
        summary: 'Поиск шин',
        security: [{ bearer: [] }],
        querystring: Type.Object(
          { q: SearchText, limit: Type.Optional(Type.Integer(LIMIT)) },
          { additionalProperties: false },
        ),
        response: { 200: Type.Unsafe<string>(SearchAnswerSchema) },
      },
    },
    async (request, reply) => {
      const { q = '', limit = LIMIT.default } = request.query
      const priced = await lastPricedDay(reader)
      const preference = (id: number) => (priced ? preferenceOn(priced, id) : 0)
      const { tyres, total, preferred } = await search.find(q, limit, preference)
      const prices = priced && (await foundPricesOf(reader, priced, tyres))
      const answer = {
        version: 1,
        day: priced?.day ?? null,
        total,
        priced: preferred,
        tyres: tyres.map((tyre) => ({ ...described(tyre), ...(prices?.get(tyre.id) ?? NO_PRICES) })),
      }
      // Serialised here, like lists, instead of by Fastify's serializer.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
    },
  )
}

const described = ({ specs }: CatalogTyre): Record<string, string> => ({
  key: tyreKey(specs),
  ...catalogColumns(specs),
})
