import { type AddressPattern, AddressTree } from '../../../pages/address-patterns.ts'
import type { PageOffer } from '../../../pages/page-offer.ts'
import { type PageReading, statedOffers } from '../../../pages/read-page.ts'
import { inTurns } from '../../../platform/repeating-task.ts'
import { CookieJar } from '../cookie-jar.ts'
import { refusalOf } from '../time-limit.ts'
import type { PageFetcher, PageFetchOptions } from './fetch-page.ts'
import { emptySitemap } from './page-files.ts'
import { tyresOf } from './shop-records.ts'

/** Kind of the pages at a pattern: one tyre each, lists of tyres, or something else. */
type PageKind = 'product' | 'list' | 'other'

/** Pages of a shop whose addresses have one form. */
interface ShopPages extends AddressPattern {
  kind: PageKind
  /** page that was read */
  sample: string
  /** tyres with a price on it */
  tyres: PageOffer[]
}

/** Findings about a shop whose prices are to be read. */
export interface ShopLook {
  /** price lists in YML that its pages name */
  feeds: string[]
  /** sitemaps that were read */
  sitemaps: string[]
  /** number of different addresses that are known */
  addresses: number
  /** pages with tyres, lists before products, the most pages first */
  pages: ShopPages[]
  /** what could not be read, in words */
  problems: string[]
}

/** Maximum number of sitemaps, of addresses, and of sample pages; each is a request. */
const MAX_SITEMAPS = 8
/** Number of sitemaps that are taken from one index. */
const MAX_NAMED = 1_000
const MAX_ADDRESSES = 100_000
/** Addresses with more are no pages of tyres. */
const MAX_ADDRESS_LENGTH = 500
const MAX_SEGMENTS = 12
const MAX_SAMPLES = 12
/** Number of tyres from which on a page is a list. */
const LIST_TYRES = 4
const PATIENCE_MS = 60_000
/** Words in addresses of tyres, and of what shops of tyres also sell. */
const TYRE_WORD = /sh[iy]n|tyre|tire|pokrysh|\bR?1[2-9]\b|\d{3}[-_/]\d{2}[-_/]r?\d{2}/i
const SHOP_WORD = /catalog|katalog|product|tovar|item|shop|\/p\//i
const OTHER_WORD =
  /calendar|about|kontakt|contact|dostavk|disk|wheel|akkum|masl|news|stat[ji]|blog|review|otzyv|brand|cart|login|user|image|upload/i

interface LookDeps {
  fetcher: PageFetcher
  signal: AbortSignal
  /** called with each step */
  onStep?: (text: string) => void
}

/**
 * Looks at a shop: robots.txt, the first page, sitemaps, and samples of the pages that may have tyres (specification
 * 23.9). It makes 22 requests at most, at the shop's pace.
 * @throws Refusal if the shop does not let itself be read
 */
export async function lookAtShop(deps: LookDeps, address: string): Promise<ShopLook> {
  const work = new Look(deps, address)
  try {
    return await work.carryOut()
  } catch (error) {
    throw refusalOf(error)
  }
}

class Look {
  readonly #deps: LookDeps
  readonly #address: string
  readonly #host: string
  readonly #addresses = new Set<string>()
  readonly #tree = new AddressTree()
  readonly #feeds = new Set<string>()
  readonly #sitemaps: string[] = []
  readonly #problems: string[] = []
  readonly #cookies = new CookieJar()
  readonly #readings = new Map<string, PageReading>()

  constructor(deps: LookDeps, address: string) {
    this.#deps = deps
    this.#address = address
    this.#host = new URL(address).host
  }

  get #manner(): PageFetchOptions {
    const { signal } = this.#deps
    return { signal, typed: [this.#address], patienceMs: PATIENCE_MS, cookies: this.#cookies }
  }

  async carryOut(): Promise<ShopLook> {
    const { sitemaps } = await this.#deps.fetcher.robots(this.#address)
    await this.#read(this.#address)
    await this.#readSitemaps(sitemaps.length > 0 ? sitemaps : [new URL('/sitemap.xml', this.#address).href])
    const pages: ShopPages[] = []
    for (let samples = 0; samples < MAX_SAMPLES; samples++) {
      // The links of each page that was read may lead to further kinds of pages.
      const next = likeliest(this.#tree.patterns(), pages)
      const sample = next?.examples[0]
      if (!next || sample === undefined) break
      pages.push({ ...next, sample, ...this.#kindOf(await this.#read(sample)) })
    }
    return {
      feeds: [...this.#feeds],
      sitemaps: this.#sitemaps,
      addresses: this.#addresses.size,
      pages: counted(pages, this.#tree.patterns())
        .filter(({ kind }) => kind !== 'other')
        .sort(byUse),
      problems: this.#problems,
    }
  }

  async #read(address: string): Promise<PageReading | undefined> {
    const known = this.#readings.get(address)
    if (known) return known
    this.#deps.onStep?.(`Страница ${address}`)
    const { fetcher } = this.#deps
    try {
      const answer = await fetcher.read(address, { ...this.#manner, follows: true })
      if (answer.kind !== 'page') return undefined
      this.#readings.set(address, answer.reading)
      this.#noteUnusable(address, answer.reading)
      for (const link of answer.reading.links?.pages ?? []) this.#add(link)
      for (const feed of answer.reading.links?.feeds ?? []) this.#feeds.add(feed)
      return answer.reading
    } catch (error) {
      // Without its first page there is nothing to look at.
      if (address === this.#address) throw error
      this.#note(address, error)
      return undefined
    }
  }

  async #readSitemaps(first: readonly string[]): Promise<void> {
    const ranked = (addresses: readonly string[]) =>
      addresses.map((address) => ({ address, interest: interest(address) }))
    const open = ranked(first)
    const known = new Set(first)
    const { fetcher } = this.#deps
    while (open.length > 0 && this.#sitemaps.length < MAX_SITEMAPS) {
      // Sitemaps of an index whose names speak of tyres come first.
      open.sort((a, b) => b.interest - a.interest)
      const { address } = open.shift() as (typeof open)[number]
      this.#deps.onStep?.(`Карта сайта ${address}`)
      try {
        const { kind, entries } = await fetcher.sitemap(address, this.#manner)
        this.#sitemaps.push(address)
        if (entries.length === 0) this.#problems.push(`${address}: ${emptySitemap({ kind, entries })}`)
        if (kind === 'index') {
          const added = entries.slice(0, MAX_NAMED).filter((entry) => !known.has(entry))
          for (const entry of added) known.add(entry)
          open.push(...ranked([...new Set(added)]))
        } else await inTurns(entries, (entry) => this.#add(entry))
      } catch (error) {
        this.#note(address, error)
        if (this.#problems.length >= MAX_SITEMAPS) return
      }
    }
  }

  #add(address: string): void {
    if (this.#addresses.size >= MAX_ADDRESSES || address.length > MAX_ADDRESS_LENGTH) return
    const { host, pathname } = new URL(address)
    if (host !== this.#host || pathname.split('/').length > MAX_SEGMENTS) return
    if (!this.#addresses.has(address)) this.#tree.add(address)
    this.#addresses.add(address)
  }

  /** Notes why the prices of a page cannot be used, if none of them can. */
  #noteUnusable(address: string, { offers, wall }: PageReading): void {
    if (wall !== '') this.#problems.push(`${address}: ${wall}`)
    const stated = statedOffers(offers)
    const problem = stated.find((offer) => offer.problem !== '')?.problem
    if (problem !== undefined && stated.every(({ price }) => price === null))
      this.#problems.push(`${address}: ${problem}`)
  }

  #note(address: string, error: unknown): void {
    if (this.#deps.signal.aborted || !(error instanceof Error)) throw error
    this.#problems.push(`${address}: ${error.message}`)
  }

  #kindOf(reading: PageReading | undefined): Pick<ShopPages, 'kind' | 'tyres'> {
    const tyres = reading ? tyresOf(reading) : []
    const kind = tyres.length >= LIST_TYRES ? 'list' : tyres.length > 0 ? 'product' : 'other'
    return { kind, tyres }
  }
}

const interest = (text: string): number =>
  (TYRE_WORD.test(text) ? 2 : 0) + (SHOP_WORD.test(text) ? 1 : 0) - (OTHER_WORD.test(text) ? 3 : 0)

/** Part of a pattern that it has in common with its neighbours; '' at the root. */
const branchOf = ({ pattern }: Pick<AddressPattern, 'pattern'>): string =>
  pattern.slice(0, pattern.lastIndexOf('/'))

/**
 * Returns the pattern that most probably has tyres, of those that were not sampled yet. A branch whose samples had none
 * comes last: a calendar has ever new addresses.
 */
function likeliest(
  patterns: readonly AddressPattern[],
  sampled: readonly ShopPages[],
): AddressPattern | undefined {
  const known = new Set(sampled.map(({ pattern }) => pattern))
  const dead = new Set(sampled.filter(({ kind }) => kind === 'other').map(branchOf))
  const open = patterns.filter(({ pattern }) => !known.has(pattern))
  const value = (one: AddressPattern) => {
    const isDead = branchOf(one) !== '' && dead.has(branchOf(one))
    const words = one.examples.map((example) => new URL(example).pathname).join(' ')
    return Math.log2(1 + one.count) + 4 * interest(words) - (isDead ? 20 : 0)
  }
  return open.reduce<AddressPattern | undefined>(
    (best, one) => (best === undefined || value(one) > value(best) ? one : best),
    undefined,
  )
}

/** Counts the pages again with all addresses that were found meanwhile. */
function counted(pages: readonly ShopPages[], patterns: readonly AddressPattern[]): ShopPages[] {
  const counts = new Map(patterns.map((one) => [one.pattern, one]))
  return pages.map((one) => ({ ...one, ...counts.get(one.pattern) }))
}

/** Lists need fewer requests than products. */
const byUse = (a: ShopPages, b: ShopPages): number =>
  Number(b.kind === 'list') - Number(a.kind === 'list') || b.count - a.count
