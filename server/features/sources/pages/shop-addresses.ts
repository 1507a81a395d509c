import { domainToUnicode } from 'node:url'
import { hostName, isHostName } from '../../../../contract/lib/host-name.ts'
import { MAX_ADDRESS_LENGTH } from '../../../../contract/pages/tracked-page.ts'
import type { CrawlCities, ShopCrawl } from '../../../../contract/sources/crawl.ts'
import { addressPatternTest, type PatternTest } from '../../../pages/address-patterns.ts'
import { type AllowedHosts, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { inTurns } from '../../../platform/repeating-task.ts'
import { parseSourceAddress } from '../address.ts'
import type { CrawlKind } from './crawl-store.ts'

/** Address of a shop's page without what does not belong to it. */
export interface PageAddress {
  address: string
  /** host name of the shop, without www */
  site: string
}

/** Parameters that mark advertising or a visit, and not the page. */
const MARKS =
  /^(?:utm_.*|yclid|gclid|fbclid|ymclid|_openstat|from|roistat.*|phpsessid|jsessionid|sid|session_?id)$/i
/** Session id in a path: '/tyre;jsessionid=…'. */
const PATH_SESSION = /;jsessionid=[^/;]*/gi

/**
 * Checks and normalises the address of a shop's page: no fragment, no marks of advertising, no session.
 * @throws Refusal
 */
export function parsePageAddress(text: string, allowedHosts: AllowedHosts): PageAddress {
  const typed = text.trim()
  const url = parseSourceAddress(typed.includes('://') ? typed : `https://${typed}`, allowedHosts)
  if (url.username !== '' || url.password !== '')
    throw new Refusal(400, 'В адресе страницы не должно быть пароля')
  for (const name of [...url.searchParams.keys()]) if (MARKS.test(name)) url.searchParams.delete(name)
  url.pathname = url.pathname.replace(PATH_SESSION, '')
  if (url.href.length > MAX_ADDRESS_LENGTH)
    throw new Refusal(400, `Адрес длиннее ${MAX_ADDRESS_LENGTH} знаков`)
  const site = hostName(domainToUnicode(url.hostname))
  if (!isHostName(site) && !isAllowed(url, allowedHosts)) throw new Refusal(400, `${site} — не имя сайта`)
  return { address: url.href, site }
}

/** Returns an address without marks of advertising and sessions; nothing for one that is none. */
function plainAddress(address: string): string[] {
  try {
    // Whether the host may be called is checked with each request.
    return [parsePageAddress(address, new Set([new URL(address).host])).address]
  } catch {
    return []
  }
}

/** Returns the host name of an address, without www and as a request names it; '' for no address. */
export const siteOf = (address: string): string =>
  URL.canParse(address) ? hostName(new URL(address).hostname) : ''

/** Returns whether an address is of one of the sites, as siteOf returns them, or of a subdomain. */
export function isOfSite(address: string, sites: Iterable<string>): boolean {
  const host = siteOf(address)
  return [...sites].some((site) => host === site || host.endsWith(`.${site}`))
}

/** Signs that a normalised code would lose, and what stands for them. */
const SIGNS: Readonly<Record<string, string>> = { '/': '›', '-': '–', '.': '·' }

/**
 * Returns the code by which the listing of a page is known within its site: path and query, with signs that a code
 * keeps; a code does not tell capital letters from small ones.
 */
export function pageCode(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
    .replace(/%[0-9A-F]{2}|[A-Z]/g, (part) => (part.length > 1 ? part : `↑${part}`))
    .replace(/[/.-]/g, (sign) => SIGNS[sign] as string)
}

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
interface CityRequest {
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
const MAX_LISTS = 2_000

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
        if (lists.size < MAX_LISTS && this.#isList(plain)) lists.add(plain)
        else if (!lists.has(plain) && this.#isProduct(plain)) products.add(plain)
      }
    })
    return { list: [...lists], product: [...products] }
  }
}
