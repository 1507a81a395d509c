import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { isoToday, latestDay } from '../../../contract/lib/dates.ts'
import { ofEachPrice, ofEachValue } from '../../../contract/offers/offer-values.ts'
import { CATALOG_PATHS, TYRE_PATHS } from '../../../contract/paths.ts'
import {
  type PlacePrices,
  type TyreAnswer,
  type TyreOffer,
  type TyrePlace,
  UNKNOWN_TYRE,
} from '../../../contract/tyre/tyre-answer.ts'
import type { HistoryReader } from '../../history/history-reader.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { checkDay, StringList } from '../../platform/http/schemas.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Offer, TyreSpecs } from '../../prices/offer.ts'
import { catalogColumns, type TyreKeys, tyreSpecs } from '../../prices/tyre-catalog.ts'
import { lastDayOf, type MarketOffer, tyreMarket } from '../../prices/tyre-market.ts'
import type { RequestGuard } from '../auth/http/guard.ts'

export interface TyreRoutes {
  sql: ReadSql
  guard: RequestGuard
  keys: TyreKeys
  history: HistoryReader
}

/** Maximum number of tyres in one request for sparklines. */
const MAX_SPARKLINES = 100

const Kind = Type.Optional(Type.Union([Type.Literal('retail'), Type.Literal('wholesale')]))
const City = Type.Optional(Type.String({ maxLength: 200, description: 'пусто: все города' }))
const Day = Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD' }))

/** Schema for the API documentation only (specification 14.2). */
const TyreAnswerSchema = Type.Object({
  version: Type.Literal(1),
  key: Type.String(),
  day: Type.String(),
  tyre: Type.Record(Type.String(), Type.String()),
  offers: Type.Array(Type.Object({}, { additionalProperties: true })),
  gone: Type.Array(Type.Object({}, { additionalProperties: true })),
  late: Type.Array(Type.Object({ site: Type.String(), day: Type.String() })),
  uncompared: StringList,
})

/** Schemas for the API documentation only (specification 14.3). */
const DailyPricesSchema = Type.Array(Type.Unsafe<number | null>({ type: ['number', 'null'] }))
const HistorySchema = Type.Object({
  version: Type.Literal(1),
  kind: Type.String(),
  city: Type.String(),
  from: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  to: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  min: DailyPricesSchema,
  median: DailyPricesSchema,
  max: DailyPricesSchema,
  sites: Type.Array(
    Type.Object({
      site: Type.String(),
      own: Type.Boolean(),
      prices: DailyPricesSchema,
      moved: Type.Array(Type.String()),
      out: Type.Array(Type.Array(Type.String())),
    }),
  ),
  cities: StringList,
})

/** Compression level for histories: dozens of kilobytes of repetitive numbers. */
const COMPRESS = { zlibOptions: { level: 1 } }

/**
 * Routes of one tyre's market on a day and its history, and of sparklines of many tyres (specification 14.2 and
 * 14.3).
 */
export const tyreRoutes: FastifyPluginAsyncTypebox<TyreRoutes> = async (app, options) => {
  const { sql, guard, keys, history } = options
  const security = [{ bearer: [] }]
  app.addHook('onRequest', guard)
  app.get(
    `${TYRE_PATHS.tyres}/:key`,
    {
      schema: {
        summary: 'Шина: цены дня',
        security,
        params: Type.Object({ key: Type.String() }),
        querystring: Type.Object({ date: Day, compare: Day }, { additionalProperties: false }),
        response: { 200: Type.Unsafe<string>(TyreAnswerSchema) },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { date, compare } = request.query
      const [asked, compared] = [date ? checkDay(date) : null, compare ? checkDay(compare) : null]
      const { id, specs } = await knownTyre(sql, keys, key)
      const upTo = await lastDayOf(sql, id, asked ?? latestDay())
      const day = asked ?? upTo ?? isoToday()
      const market = await sql.together((one) => tyreMarket(one, id, day, compared))
      const priceDates = await history.priceDates(id, day)
      const answer: WireTyre = {
        version: 1,
        key,
        day,
        // Only days with stored prices: a day that only the history contains could not be displayed.
        last_day: upTo ?? (await lastDayOf(sql, id, latestDay())),
        compared,
        tyre: catalogColumns(specs),
        offers: market.offers.map(
          (offer): TyreOffer => ({
            ...placeOf(offer),
            before: offer.before && pricesOf(offer.before),
            since: ofEachPrice((kind) => priceDates.since(offer.siteId, offer, kind)),
          }),
        ),
        gone: market.gone.map(placeOf),
        late: market.late,
        uncompared: market.uncompared,
      }
      // Sent as text, like lists: a generated serializer is slower on prices that may be null.
      return reply.type(TEXT).send(JSON.stringify(answer))
    },
  )

  app.get(
    `${TYRE_PATHS.tyres}/:key/history`,
    {
      compress: COMPRESS,
      schema: {
        summary: 'Шина: история цен',
        security,
        params: Type.Object({ key: Type.String() }),
        querystring: Type.Object({ kind: Kind, city: City }, { additionalProperties: false }),
        response: { 200: Type.Unsafe<string>(HistorySchema) },
      },
    },
    async (request, reply) => {
      const { kind = 'retail', city = '' } = request.query
      const id = await keys(request.params.key)
      if (id === undefined) throw unknownTyre()
      const answer = { version: 1, ...(await history.history(id, kind, city)) }
      return reply.type(TEXT).send(JSON.stringify(answer))
    },
  )

  app.post(
    CATALOG_PATHS.sparklines,
    {
      compress: COMPRESS,
      schema: {
        summary: 'Медианы 30 дней по шинам',
        security,
        body: Type.Object(
          {
            keys: Type.Array(Type.String(), { maxItems: MAX_SPARKLINES }),
            kind: Kind,
            city: City,
            date: Type.String({ maxLength: 10, description: 'YYYY-MM-DD, последний из дней' }),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Unsafe<string>(
            Type.Object({
              version: Type.Literal(1),
              lines: Type.Record(Type.String(), DailyPricesSchema),
              mixed: StringList,
            }),
          ),
        },
      },
    },
    async (request, reply) => {
      const { keys: asked, kind = 'retail', city = '', date } = request.body
      const ids = new Map<string, number>()
      for (const key of asked) {
        const id = await keys(key)
        if (id !== undefined) ids.set(key, id)
      }
      const lines = await history.sparklines([...new Set(ids.values())], kind, city, checkDay(date))
      const byKey = Object.fromEntries([...ids].map(([key, id]) => [key, lines.get(id)?.prices]))
      const mixed = [...ids].flatMap(([key, id]) => (lines.get(id)?.mixed ? [key] : []))
      return reply.type(TEXT).send(JSON.stringify({ version: 1, lines: byKey, mixed }))
    },
  )
}

const TEXT = 'application/json; charset=utf-8'

/** Response in the format that the contract's reader parses. */
interface WireTyre
  extends Pick<TyreAnswer, 'key' | 'day' | 'compared' | 'offers' | 'gone' | 'late' | 'uncompared'> {
  version: 1
  last_day: string | null
  tyre: Record<string, string>
}

/** @throws Refusal 404 */
async function knownTyre(
  sql: ReadSql,
  keys: TyreKeys,
  key: string,
): Promise<{ id: number; specs: TyreSpecs }> {
  const id = await keys(key)
  const specs = id === undefined ? undefined : await tyreSpecs(sql, id)
  if (id === undefined || !specs) throw unknownTyre()
  return { id, specs }
}

const unknownTyre = () => new Refusal(404, UNKNOWN_TYRE)

const pricesOf = (offer: Offer): PlacePrices => ofEachValue((name) => offer[name])

function placeOf(offer: MarketOffer): TyrePlace {
  const { city, site, warehouse } = offer
  return { city, site, warehouse, ...pricesOf(offer) }
}
