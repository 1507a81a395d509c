import { randomBytes } from 'node:crypto'
import type { MATCHING_CALLS } from '../../../contract/matching/matching-calls.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import { readTable } from '../../import/table-readers.ts'
import type { Db } from '../../platform/db/db.ts'
import { sendTable } from '../../prices/export/send-table.ts'
import { exported } from '../auth/http/audited-routes.ts'
import type { DownloadSlots } from '../auth/http/download-slots.ts'
import { type Handlers, withConfig } from '../auth/serve-calls.ts'
import { decidePair } from './decide-pairs.ts'
import { importPairs } from './import-pairs.ts'
import { decideLine } from './model-lines.ts'
import { describePairs } from './open-pairs.ts'
import { PAIRS_FILE, pairsOf, pairsTable } from './pairs-table.ts'
import type { MatchingThread } from './reads.ts'
import { undoDecisionBatch, undoDecisions } from './undo.ts'

export interface MatchingDeps {
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
  file: withConfig({ audited: exported }, async ({ query: { kind, format }, request, reply }) => {
    slots.take(request, reply)
    return sendTable(reply, kind, format, pairsTable(db, kind, isOwnSite))
  }),
  async importPairs({ user, body: file }) {
    const decider = { userId: user.id, batch: randomBytes(16).toString('hex') }
    const lines = await readTable({ ...PAIRS_FILE, file }, user.id)
    return importPairs(db, pairsOf(lines), isOwnSite, decider)
  },
})
