import type { CrawlCities, ShopCrawl } from '../../../../contract/sources/crawl.ts'
import { addressPatternTest, type PatternTest } from '../../../pages/address-patterns.ts'
import { inTurns } from '../../../platform/repeating-task.ts'
import type { CrawlKind } from './crawl-store.ts'
import { isOfSite, plainAddress, siteOf } from './page-address.ts'

/** City of a pass over a shop; `value` chooses it at the shop. */
export interface CityPass {
  /** '' if the shop's prices do not depend on the city */
  city: string
  value: string
}

/** Returns the passes over a shop: one for each city. */
export const cityPasses = (cities: CrawlCities | null): readonly CityPass[] =>
  cities?.values ?? [{ city: '', value: '' }]

/** Request for a page in a city. */
export interface CityRequest {
  address: string
  /** '' for none */
  cookie: string
}

/**
 * Returns how a page is asked for in a city. Its address stays the page's identity, so that a tyre is the same listing in
 * all cities.
 */
export function cityRequest(address: string, cities: CrawlCities | null, { value }: CityPass): CityRequest {
  if (!cities) return { address, cookie: '' }
  const url = new URL(address)
  if (cities.by === 'cookie') return { address, cookie: `${cities.name}=${encodeURIComponent(value)}` }
  if (cities.by === 'query') url.searchParams.set(cities.name, value)
  if (cities.by === 'subdomain') url.hostname = `${value}.${url.hostname.replace(/^www\./, '')}`
  if (cities.by === 'path') url.pathname = `/${encodeURIComponent(value)}${url.pathname}`
  return { address: url.href, cookie: '' }
}

/** Returns the addresses that a person has typed for a shop, in each of its cities. */
export const typedIn = ({ starts, sitemaps, cities }: ShopCrawl): string[] =>
  [...starts, ...sitemaps].flatMap((address) => [
    address,
    ...cityPasses(cities).map((pass) => cityRequest(address, cities, pass).address),
  ])

/** Returns the address of a page without its city, for links on the page of a city. */
export function withoutCity(address: string, cities: CrawlCities | null, { value }: CityPass): string {
  if (!cities || cities.by === 'cookie') return address
  const url = new URL(address)
  if (cities.by === 'query') url.searchParams.delete(cities.name)
  if (cities.by === 'subdomain' && url.hostname.startsWith(`${value}.`))
    url.hostname = url.hostname.slice(value.length + 1)
  const prefix = `/${encodeURIComponent(value)}`
  if (cities.by === 'path' && url.pathname.startsWith(`${prefix}/`))
    url.pathname = url.pathname.slice(prefix.length)
  return url.href
}

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
