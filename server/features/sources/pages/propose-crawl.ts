import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import type { ShopLook } from './look-at-shop.ts'
import { isOfSite, siteOf } from './page-address.ts'

/**
 * Proposes how a shop could be read: by its lists if it has any, which need fewer requests, else by its products.
 * @param address where the shop was looked at
 * @returns null if no page with tyres was found
 */
export function proposeCrawl({ pages, sitemaps }: ShopLook, address: string): ShopCrawl | null {
  if (pages.length === 0) return null
  const lists = pages.filter(({ kind }) => kind === 'list')
  const products = pages.filter(({ kind }) => kind === 'product')
  const usual = { cities: null, pause: 1, hours: null, rest_days: 7, completeness: 70 }
  if (lists.length > 0) {
    const starts = [...new Set([address, ...lists.map(({ sample }) => sample)])]
    return { ...usual, sitemaps: [], starts, lists: lists.map(({ pattern }) => pattern), products: [] }
  }
  // A shop's robots.txt must not have this server read another shop in its name.
  const own = sitemaps.filter((one) => isOfSite(one, [siteOf(address)]))
  const starts = own.length > 0 ? [] : [address]
  return { ...usual, sitemaps: own, starts, lists: [], products: products.map(({ pattern }) => pattern) }
}
