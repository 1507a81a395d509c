import { randomBytes } from 'node:crypto'
import type { LISTING_CALLS } from '../../../contract/matching/listing-calls.ts'
import type { MATCHING_CALLS } from '../../../contract/matching/matching-calls.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import { UNKNOWN_TYRE } from '../../../contract/tyre/tyre-answer.ts'
import { readTable } from '../../import/table-readers.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sendTable } from '../../prices/export/send-table.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'
import { DATA_EXPORT_AUDIT } from '../auth/http/audited-routes.ts'
import type { DownloadSlots } from '../auth/http/download-slots.ts'
import { type Handlers, withConfig } from '../auth/serve-calls.ts'
import { decidePair, detachListing, excludeListing, reportListing } from './decide-pairs.ts'
import { importPairs } from './import-pairs.ts'
import {
  LISTING_COLUMNS,
  type ListingRow,
  listingsById,
  matchedListing,
  unsureMatches,
  withPrices,
} from './listing-answers.ts'
import { decideLine } from './model-lines.ts'
import { describePairs } from './open-pairs.ts'
import { PAIRS_FILE, pairsOf, pairsTable } from './pairs-table.ts'
import type { MatchingThread } from './reads.ts'
import { undoDecisionBatch, undoDecisions } from './undo.ts'

interface MatchingDeps {
  db: Db
  isOwnSite: IsOwnSite
  thread: MatchingThread
  slots: DownloadSlots
}

export const matchingHandlers = ({
  db,
  isOwnSite,
  thread,
  slots,
}: MatchingDeps): Handlers<typeof MATCHING_CALLS> => ({
  async queue({ query: { limit, skip = '' } }) {
    const sites = await db.all<{ id: number; host: string }>('SELECT id, host FROM sites')
    const own = sites.filter(({ host }) => isOwnSite(host)).map(({ id }) => id)
    const { pairs, waiting } = await thread.run('queue', { own, limit, skip: skip.split(',') })
    return { version: 1, pairs: await describePairs(db, isOwnSite, pairs), waiting }
  },
  decide: async ({ user, body: { shared = false, ...pair } }) => ({
    id: await decidePair(db, { ...pair, shared }, { userId: user.id, batch: '' }),
  }),
  async undo({ user, params: { id } }) {
    await undoDecisions(db, { id }, user.id)
    return { id }
  },
  lines: async () => ({ version: 1, lines: await thread.run('lines', null) }),
  decideLine: ({ user, body }) => decideLine(db, body, user.id),
  undoBatch: async ({ user, params: { batch } }) => ({
    batch,
    decided: await undoDecisionBatch(db, batch, user.id),
    refused: 0,
  }),
  async coverage() {
    const { waiting, sites } = await thread.run('coverage', null)
    return { version: 1, waiting, sites: sites.map((site) => ({ ...site, own: isOwnSite(site.site) })) }
  },
  file: withConfig({ audited: DATA_EXPORT_AUDIT }, async ({ query: { kind, format }, request, reply }) => {
    slots.take(request, reply)
    return sendTable(reply, kind, format, pairsTable(db, kind, isOwnSite))
  }),
  async importPairs({ user, body: file }) {
    const decider = { userId: user.id, batch: randomBytes(16).toString('hex') }
    const lines = await readTable({ ...PAIRS_FILE, file }, user.id)
    return importPairs(db, pairsOf(lines), isOwnSite, decider)
  },
})

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
