import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import {
  DecisionAnswer,
  ListingsAnswer,
  TyreListingsAnswer,
  UnsureAnswer,
} from '../../../contract/matching/matching.ts'
import { MATCHING_PATHS } from '../../../contract/paths.ts'
import { UNKNOWN_TYRE } from '../../../contract/tyre/tyre-answer.ts'
import { NumericId } from '../../platform/http/schemas.ts'
import { requireExactBodies } from '../../platform/http/validators.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TyreKeys } from '../../prices/tyre-keys.ts'
import { userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { detachListing, excludeListing, reportListing } from './decide.ts'
import {
  LISTING_COLUMNS,
  type ListingRow,
  listingsById,
  matchedListing,
  withPrices,
} from './listing-answers.ts'
import type { MatchingRoutes } from './matching-routes.ts'
import { unsureMatches } from './unsure.ts'

const security = [{ bearer: [] }]
const LONGEST_REASON = 200
const LONGEST_SEARCH = 200
const Key = Type.String({ maxLength: 400 })
/** Number of tyres of a report's page. */
const MOST_TYRES = 100

/** Routes of the listings of one tyre, for its card (specification 21.6). */
export const listingRoutes: FastifyPluginAsyncTypebox<MatchingRoutes & { keys: TyreKeys }> = async (
  app,
  { db, guard, analystGuard, isOwnSite, keys, thread },
) => {
  app.addHook('onRequest', guard)
  requireExactBodies(app)

  app.get(
    `${MATCHING_PATHS.tyres}/:key`,
    {
      schema: {
        summary: 'Шина: как её называют сайты',
        security,
        params: Type.Object({ key: Key }),
        response: { 200: TyreListingsAnswer },
      },
    },
    async ({ params }) => {
      const tyre = await keys(params.key)
      if (tyre === undefined) throw new Refusal(404, UNKNOWN_TYRE)
      const rows = await db.all<ListingRow>(
        `SELECT ${LISTING_COLUMNS} FROM listings l JOIN sites s ON s.id = l.site_id WHERE l.tyre_id = ? ORDER BY s.host, l.id`,
        tyre,
      )
      const answers = await withPrices(db, isOwnSite, rows)
      const listings = rows.flatMap((row) => {
        const answer = answers.get(row.id)
        return answer ? [matchedListing(row, answer)] : []
      })
      return { version: 1 as const, tyre, listings: listings.sort((a, b) => Number(b.own) - Number(a.own)) }
    },
  )

  app.get(
    MATCHING_PATHS.unsure,
    {
      schema: {
        summary: 'Цены, сопоставленные по описанию неуверенно',
        security,
        querystring: Type.Object(
          { keys: Type.Union([Key, Type.Array(Key, { maxItems: MOST_TYRES })]) },
          { additionalProperties: false },
        ),
        response: { 200: UnsureAnswer },
      },
    },
    async ({ query }) => ({
      version: 1 as const,
      unsure: await unsureMatches(db, keys, [query.keys].flat()),
    }),
  )

  app.get(
    MATCHING_PATHS.listings,
    {
      onRequest: analystGuard,
      config: { rateLimit: perPerson(120) },
      schema: {
        summary: 'Поиск предложения по названию, коду или артикулу',
        security,
        querystring: Type.Object(
          {
            search: Type.String({ minLength: 2, maxLength: LONGEST_SEARCH }),
            site: Type.Optional(Type.String()),
          },
          { additionalProperties: false },
        ),
        response: { 200: ListingsAnswer },
      },
    },
    async ({ query: { search, site = '' } }) => {
      const rows = await listingsById(db, await thread.run('search', { text: search, site }))
      const answers = await withPrices(db, isOwnSite, rows)
      return { version: 1 as const, listings: rows.flatMap(({ id }) => answers.get(id) ?? []) }
    },
  )

  app.post(
    `${MATCHING_PATHS.listings}/:id/detach`,
    {
      onRequest: analystGuard,
      config: { rateLimit: perPerson(120) },
      schema: {
        summary: 'Это другая шина',
        security,
        params: NumericId,
        response: { 200: DecisionAnswer },
      },
    },
    async (request) => ({
      id: await detachListing(db, Number(request.params.id), { userId: userOf(request).id, batch: '' }),
    }),
  )

  app.post(
    `${MATCHING_PATHS.listings}/:id/exclude`,
    {
      onRequest: analystGuard,
      config: { rateLimit: perPerson(120) },
      schema: {
        summary: 'Не сравнивать предложение, или снова сравнивать',
        security,
        params: NumericId,
        body: Type.Object(
          { reason: Type.String({ maxLength: LONGEST_REASON, description: 'пусто: снова сравнивать' }) },
          { additionalProperties: false },
        ),
        response: { 200: DecisionAnswer },
      },
    },
    async (request) => {
      const decider = { userId: userOf(request).id, batch: '' }
      return { id: await excludeListing(db, Number(request.params.id), request.body.reason.trim(), decider) }
    },
  )

  app.post(
    `${MATCHING_PATHS.listings}/:id/report`,
    {
      config: { rateLimit: perPerson(30) },
      schema: {
        summary: 'Сообщить, что предложение — другая шина',
        security,
        params: NumericId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await reportListing(db, Number(request.params.id), userOf(request).id)
      return { message: 'Передано на проверку' }
    },
  )
}
