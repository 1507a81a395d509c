import type { LISTING_CALLS } from '../../../contract/matching/listing-calls.ts'
import { UNKNOWN_TYRE } from '../../../contract/tyre/tyre-answer.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import { detachListing, excludeListing, reportListing } from './decide-pairs.ts'
import {
  LISTING_COLUMNS,
  type ListingRow,
  listingsById,
  matchedListing,
  unsureMatches,
  withPrices,
} from './listing-answers.ts'
import type { MatchingDeps } from './matching-routes.ts'

interface ListingDeps extends Pick<MatchingDeps, 'db' | 'isOwnSite' | 'thread'> {
  keys: TyreKeys
}

export const listingHandlers = ({
  db,
  isOwnSite,
  keys,
  thread,
}: ListingDeps): Handlers<typeof LISTING_CALLS> => ({
  async ofTyre({ params }) {
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
    return { version: 1, tyre, listings: listings.sort((a, b) => Number(b.own) - Number(a.own)) }
  },
  unsure: async ({ query }) => ({ version: 1, unsure: await unsureMatches(db, keys, [query.keys].flat()) }),
  async search({ query: { search, site = '' } }) {
    const rows = await listingsById(db, await thread.run('search', { text: search, site }))
    const answers = await withPrices(db, isOwnSite, rows)
    return { version: 1, listings: rows.flatMap(({ id }) => answers.get(id) ?? []) }
  },
  detach: async ({ user, params }) => ({
    id: await detachListing(db, params.id, { userId: user.id, batch: '' }),
  }),
  exclude: async ({ user, params, body }) => ({
    id: await excludeListing(db, params.id, body.reason.trim(), { userId: user.id, batch: '' }),
  }),
  async report({ user, params }) {
    await reportListing(db, params.id, user.id)
    return 'Передано на проверку'
  },
})
