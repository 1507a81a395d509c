import { parseSourceAddress } from '../address.ts'
import { type Kind, pageServices } from '../kinds/kind.ts'
import { collectPages } from './collect-pages.ts'
import { checkCrawl } from './crawl-settings.ts'
import { crawlShop } from './crawl-shop.ts'
import { countSeen, countVanished } from './crawl-store.ts'
import { PAGES_MAPPING } from './page-list.ts'
import { countsOfPages } from './page-store.ts'
import { trafficOf } from './page-turns.ts'
import { SHOP_MAPPING } from './shop-records.ts'

/** Pages of single tyres that people track (specification 23.4). */
export const PAGES_KIND: Kind = {
  check: (_input, site) => ({
    ...{ address: `https://${site}/`, hostKey: '', mapping: PAGES_MAPPING, secrets: null },
  }),
  readsPages: true,
  fetch: async (deps, record, source, _name, signal) => ({
    file: await collectPages({ ...deps, ...pageServices(deps) }, record, source, signal),
  }),
  // Each price was checked by itself, and people add and remove pages as they like.
  compared: async (_db, _source, _run, { offers }) => ({ offers, comparison: null }),
  history: async (sql, { id, site }, now) => ({
    pages: await countsOfPages(sql, id),
    traffic: await trafficOf(sql, site, now),
  }),
}

/** All pages of a shop (specification 23.10). */
export const SHOP_KIND: Kind = {
  check({ address: typed, crawl }, site, allowedHosts) {
    const address = parseSourceAddress(typed.trim() || `https://${site}/`, allowedHosts).href
    const settings = checkCrawl(crawl, allowedHosts)
    return { address, hostKey: '', mapping: SHOP_MAPPING, secrets: null, crawl: settings }
  },
  readsPages: true,
  unchanged: 'Страницы магазина говорят то же',
  fetch: async (deps, record, source, _name, signal) => ({
    file: await crawlShop({ ...deps, ...pageServices(deps) }, record, source, signal),
  }),
  /** The price list has the offers that vanished lately, too, which do not count. */
  async compared(db, { id: sourceId, crawl }, { id: run }, { offers, comparison }) {
    const seen = Math.min(offers, await countSeen(db, { sourceId, run }))
    const before = comparison && {
      ...comparison,
      offers: Math.max(0, comparison.offers - (await countVanished(db, { sourceId, run }))),
    }
    return { offers: seen, comparison: before, ...(crawl && { leastPercent: crawl.completeness }) }
  },
  history: async (sql, { site }, now) => ({ traffic: await trafficOf(sql, site, now) }),
}
