import { parseSourceAddress } from '../address.ts'
import { type Kind, pageServices } from '../kinds/kind.ts'
import { checkCrawl } from './check-crawl.ts'
import { crawlShop } from './crawl-shop.ts'
import { countSeen, countVanished } from './crawl-store.ts'
import { SHOP_MAPPING } from './shop-records.ts'
import { trafficOf } from './traffic.ts'

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
