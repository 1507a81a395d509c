import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import { addressPatternTest, type PatternTest } from '../../../pages/address-patterns.ts'
import { inTurns } from '../../../platform/repeating-task.ts'
import type { CrawlKind } from './crawl-store.ts'
import { isOfSite, plainAddress, siteOf } from './page-address.ts'

/** Maximum number of lists that are taken from one page. */
const MOST_LISTS = 2_000

/** Addresses of a shop by its settings. */
export class ShopLinks {
  readonly #isList: PatternTest
  readonly #isProduct: PatternTest
  /** host names with which the settings begin */
  readonly #sites: ReadonlySet<string>

  constructor({ lists, products, starts, sitemaps }: ShopCrawl) {
    this.#isList = addressPatternTest(lists)
    this.#isProduct = addressPatternTest(products)
    this.#sites = new Set([...starts, ...sitemaps].map(siteOf))
  }

  /** Returns whether an address is of the shop: a sitemap must not make this server call others. */
  isOwn(address: string): boolean {
    return isOfSite(address, this.#sites)
  }

  /** Sorts addresses by what is at them; others are left alone. */
  async sorted(addresses: readonly string[]): Promise<Partial<Record<CrawlKind, string[]>>> {
    const lists = new Set<string>()
    const products = new Set<string>()
    await inTurns(addresses, (address) => {
      for (const plain of plainAddress(address)) {
        if (!this.isOwn(plain)) continue
        if (lists.size < MOST_LISTS && this.#isList(plain)) lists.add(plain)
        else if (!lists.has(plain) && this.#isProduct(plain)) products.add(plain)
      }
    })
    return { list: [...lists], product: [...products] }
  }
}
