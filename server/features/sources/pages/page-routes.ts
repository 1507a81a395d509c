import type { FastifyRequest } from 'fastify'
import type { BodyOf } from '../../../../contract/lib/call.ts'
import type { PAGE_CALLS, SHOP_CALLS } from '../../../../contract/pages/page-calls.ts'
import { readTable } from '../../../import/table-readers.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sendTable } from '../../../prices/export/send-table.ts'
import { calledHost, callsAddress, DATA_EXPORT_AUDIT } from '../../auth/http/audited-routes.ts'
import type { DownloadSlots } from '../../auth/http/download-slots.ts'
import { type Handlers, withConfig } from '../../auth/serve-calls.ts'
import { sitesOfPages, viewPages } from './page-store.ts'
import { PAGES_FILE, pagesTable } from './pages-file.ts'
import type { ShopJobs } from './shop-jobs.ts'
import type { PageTracking } from './track-pages.ts'

interface PageDeps {
  db: Db
  slots: DownloadSlots
  tracking: PageTracking
}

export const pageHandlers = ({ db, slots, tracking }: PageDeps): Handlers<typeof PAGE_CALLS> => ({
  async list({ user, query: { tyre, site = null, state = null, from = 0 } }) {
    const id = tyre === undefined ? null : ((await tracking.keys(tyre)) ?? 0)
    const answer = await viewPages(db, { tyre: id, site, state, page: null }, user, from)
    return { version: 1, ...answer, sites: await sitesOfPages(db) }
  },
  read: withConfig({ audited: callsAddress('page read') }, async ({ user, body, reply }) => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    try {
      return await tracking.read(user, body, gone.signal)
    } catch (error) {
      if (gone.signal.aborted) throw new Refusal(409, 'Чтение страницы прервано')
      throw error
    }
  }),
  track: async ({ user, body }) => ({ page: await tracking.track(user, body) }),
  async remove({ user, params }) {
    await tracking.remove(user, params.id)
    return 'За страницей больше не следят, её цены остались'
  },
  file: withConfig({ audited: DATA_EXPORT_AUDIT }, async ({ query, request, reply }) => {
    slots.take(request, reply)
    return sendTable(reply, 'pages', query.format, pagesTable(db))
  }),
  importFile: async ({ user, query, body: file }) =>
    tracking.importFile(user, await readTable({ ...PAGES_FILE, file }, user.id), query.zone),
})

const sampledShop = ({ body }: FastifyRequest): string => {
  const { sitemaps, starts } = (body as BodyOf<typeof SHOP_CALLS.sample>).crawl
  return calledHost(starts[0] ?? sitemaps[0] ?? '')
}

export const shopHandlers = (jobs: ShopJobs): Handlers<typeof SHOP_CALLS> => ({
  look: withConfig({ audited: callsAddress('shop read') }, ({ user, body }) =>
    jobs.look(user.id, body.address),
  ),
  sample: withConfig({ audited: { event: 'shop read', details: sampledShop } }, ({ user, body }) =>
    jobs.sample(user.id, body.crawl),
  ),
  job: ({ user, params }) => jobs.find(user.id, params.id),
})
