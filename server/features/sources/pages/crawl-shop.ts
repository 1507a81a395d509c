import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import { ImportError } from '../../../import/errors.ts'
import type { PageReading } from '../../../pages/read-page.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { Pause } from '../../../platform/repeating-task.ts'
import { CookieJar } from '../cookie-jar.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import { RunBreak, type RunRecord } from '../run-record.ts'
import type { Source } from '../source.ts'
import { type LeftPages, leftPages, leftText, unreadPages, writeShopList } from './crawl-outcome.ts'
import { beginsAt, isReadingTime } from './crawl-settings.ts'
import {
  type Crawl,
  type CrawlKind,
  type CrawlRow,
  countPages,
  countRested,
  forgetOld,
  markPagesOfOwnTyres,
  nextPage,
  type PageResult,
  queuePages,
  storeResult,
} from './crawl-store.ts'
import type { PageFetcher } from './fetch-page.ts'
import { emptySitemap } from './page-files.ts'
import { type CityPass, cityPasses, cityRequest, ShopLinks, typedIn, withoutCity } from './shop-addresses.ts'
import { recordsOf, whyUnpriced } from './shop-records.ts'

export interface ShopDeps {
  db: Db
  files: SourceFiles
  shopFetcher: PageFetcher
  isOwnSite(host: string): boolean
  pause: Pause
}

const DAY_MS = 24 * 60 * 60 * 1000
const PATIENCE_MS = 10 * 60_000
/** Maximum number of pages of a run. */
const MAX_PAGES = 50_000
/** Number of failures in a row that end an attempt. */
const MAX_FAILURES = 3
/** Number of times that a shop may ask for fewer requests before the attempt ends, and the pauses for that in ms. */
const MAX_SLOW_DOWNS = 3
const SLOW_DOWN_MS = 60_000
const MAX_SLOW_DOWN_MS = 10 * 60_000
/** Time in ms after which a run ends with what it has. */
const MAX_RUN_MS = DAY_MS
/** Number of pages between two counts of those that are left. */
const COUNT_EVERY = 20
/** Number of first pages after each of which is counted: sitemaps and lists lead to many others. */
const FIRST_COUNTS = 5
/** Days after which pages and records that a shop no longer has are removed. */
const KEPT_DAYS = 60

/**
 * Reads a shop's pages and writes their price list (specification 23.10). What is left to read is in the database: a
 * killed run goes on with the page at which it was.
 * @throws FetchFailure if the shop cannot be read now, RunBreak outside of the shop's hours, Refusal if there is
 * no price
 */
export async function crawlShop(
  deps: ShopDeps,
  record: RunRecord,
  source: Source,
  signal: AbortSignal,
): Promise<SavedFile> {
  if (!source.crawl) throw new Refusal(400, 'Не указано, какие страницы магазина читать')
  const work = new ShopCrawler(deps, record, source, source.crawl, signal)
  const left = await work.readPages()
  const crawl = { sourceId: source.id, run: record.run.id }
  const file = await writeShopList(deps.db, deps.files, crawl, record.now())
  await forgetOld(deps.db, crawl, record.now() - KEPT_DAYS * DAY_MS)
  if (file) return file
  const why = left.slice(0, MAX_REASONS_OF_FAILURE).map(leftText)
  throw new Refusal(400, ['Ни на одной странице магазина нет цены шины', ...why].join('. '))
}

/** Number of reasons that the log of a run names, and the message of a failed one. */
const MAX_REASONS = 10
const MAX_REASONS_OF_FAILURE = 2

class ShopCrawler {
  readonly #deps: ShopDeps
  readonly #record: RunRecord
  readonly #source: Source
  readonly #settings: ShopCrawl
  readonly #signal: AbortSignal
  readonly #crawl: Crawl
  readonly #links: ShopLinks
  /** pages that could not be fetched in this attempt */
  readonly #failed = new Map<number, { why: string; example: string }>()
  /** cookies of redirects by city, which a shop may store in them */
  readonly #cookies = new Map<string, CookieJar>()
  #failures = 0
  #hasRead = false
  #slowDowns = 0

  constructor(deps: ShopDeps, record: RunRecord, source: Source, settings: ShopCrawl, signal: AbortSignal) {
    this.#deps = deps
    this.#record = record
    this.#source = source
    this.#settings = settings
    this.#signal = signal
    this.#crawl = { sourceId: source.id, run: record.run.id }
    this.#links = new ShopLinks(settings)
  }

  /** @returns why pages gave no price */
  async readPages(): Promise<LeftPages[]> {
    const { db } = this.#deps
    await this.#record.step('Чтение магазина', 'Чтение магазина')
    if ((await countPages(db, this.#crawl)).queued === 0) await this.#begin()
    for (let read = 0; ; read++) {
      this.#refuseHours()
      const { queued, open } =
        read % COUNT_EVERY === 0 || read < FIRST_COUNTS ? await countPages(db, this.#crawl) : NOTHING
      const step = `Страницы: осталось ${open} из ${queued}`
      // Only pages that were read count as progress: one that stops the server must not be repeated forever.
      if (queued > 0) await (this.#hasRead ? this.#record.progress(step) : this.#record.change({ step }))
      const page = await nextPage(db, this.#crawl, [...this.#failed.keys()])
      if (!page) break
      if (this.#record.now() - this.#record.run.created_at > MAX_RUN_MS) {
        this.#record.say('Чтение длилось больше суток: загружается то, что прочитано')
        break
      }
      await this.#readOne(page)
    }
    const { queued, open } = await countPages(db, this.#crawl)
    const rested = await countRested(db, this.#crawl, this.#record.run.created_at)
    const days = this.#settings.rest_days
    const why =
      rested === 0 ? '' : `, не перечитано ${rested}: шины, которых у нас нет, читаются раз в ${days} дн.`
    this.#record.say(`Страниц ${queued}, не прочитано ${open}${why}`)
    const left = [...unreadPages(this.#failed.values()), ...(await leftPages(db, this.#crawl))]
    for (const one of left.slice(0, MAX_REASONS)) this.#record.say(leftText(one))
    return left
  }

  /** Queues what the settings begin with, in every city. */
  async #begin(): Promise<void> {
    const { sitemaps, starts, cities } = this.#settings
    await this.#deps.db.transaction(async (sql) => {
      await this.#markOwn(sql)
      for (const { city } of cityPasses(cities)) {
        await queuePages(sql, this.#crawl, city, 'sitemap', sitemaps, null)
        await queuePages(sql, this.#crawl, city, 'list', starts, null)
      }
    })
  }

  async #markOwn(sql: Sql): Promise<void> {
    const sites = await sql.all<{ id: number; host: string }>('SELECT id, host FROM sites')
    const site = sites.find(({ host }) => host === this.#source.site)
    const own = sites.filter(({ host }) => this.#deps.isOwnSite(host)).map(({ id }) => id)
    if (site) await markPagesOfOwnTyres(sql, this.#source.id, site.id, own)
  }

  /** @throws RunBreak */
  #refuseHours(): void {
    const { hours } = this.#settings
    const now = this.#record.now()
    if (!hours || isReadingTime(hours, this.#source.zone, now)) return
    throw new RunBreak(
      beginsAt(hours, this.#source.zone, now),
      `Страницы читаются с ${hours.from} до ${hours.to}`,
    )
  }

  async #readOne(page: CrawlRow): Promise<void> {
    try {
      await (page.kind === 'sitemap' ? this.#readSitemap(page) : this.#readPage(page))
      this.#failures = 0
      this.#hasRead = true
    } catch (error) {
      if (this.#signal.aborted) throw error
      if (error instanceof FetchFailure && error.again) return this.#fail(page, error)
      if (!(error instanceof FetchFailure || error instanceof Refusal || error instanceof ImportError))
        throw error
      await this.#store(page, { message: error.message, records: [], etag: '', modified: '' }, [])
      // A shop that refuses everything is left alone.
      if (error instanceof FetchFailure && error.isDenial && ++this.#failures === MAX_FAILURES) throw error
    }
  }

  /** @throws FetchFailure to end the attempt */
  async #fail(page: CrawlRow, failure: FetchFailure): Promise<void> {
    if (failure.isSlowDown) {
      if (++this.#slowDowns === MAX_SLOW_DOWNS) throw failure
      const wait = Math.min(MAX_SLOW_DOWN_MS, Math.max(failure.retryAfterMs, SLOW_DOWN_MS * this.#slowDowns))
      this.#record.say(`${failure.message}: перерыв ${Math.ceil(wait / 60_000)} мин`)
      await this.#deps.pause(wait, this.#signal)
      return
    }
    this.#failed.set(page.id, { why: failure.message, example: page.address })
    if (++this.#failures === MAX_FAILURES) throw failure
  }

  async #readSitemap(page: CrawlRow): Promise<void> {
    const { kind, entries } = await this.#deps.shopFetcher.sitemap(page.address, this.#manner(page))
    const found =
      kind === 'index'
        ? { sitemap: entries.filter((entry) => this.#links.isOwn(entry)) }
        : await this.#links.sorted(entries)
    const isFound = Object.values(found).some((addresses = []) => addresses.length > 0)
    const message = isFound ? '' : emptySitemap({ kind, entries })
    await this.#store(page, { message, records: [], etag: '', modified: '' }, Object.entries(found))
  }

  async #readPage(page: CrawlRow): Promise<void> {
    const pass = this.#passOf(page)
    const { address, cookie } = cityRequest(page.address, this.#settings.cities, pass)
    const follows = page.kind === 'list'
    const known = follows ? undefined : page
    const answer = await this.#deps.shopFetcher.read(address, {
      ...this.#manner(page),
      known,
      follows,
      cookie,
    })
    if (answer.kind === 'not modified') {
      const { etag, modified } = page
      return this.#store(page, { message: '', records: null, etag, modified }, [])
    }
    const { reading, etag, modified } = answer
    const records = recordsOf(reading, page)
    const message = whyUnpriced(reading, records, follows)
    await this.#store(
      page,
      { message, records, etag, modified },
      Object.entries(await this.#linksOf(reading, page, pass)),
    )
  }

  #manner({ city }: CrawlRow) {
    const pauseMs = this.#settings.pause * 1_000 * (1 + this.#slowDowns)
    const cookies = this.#cookies.get(city) ?? new CookieJar()
    this.#cookies.set(city, cookies)
    return { signal: this.#signal, typed: typedIn(this.#settings), patienceMs: PATIENCE_MS, pauseMs, cookies }
  }

  #passOf({ city }: CrawlRow): CityPass {
    const pass = cityPasses(this.#settings.cities).find((one) => one.city === city)
    if (!pass) throw new Refusal(400, `Города «${city}» больше нет в настройке`)
    return pass
  }

  async #linksOf(
    { links }: PageReading,
    page: CrawlRow,
    pass: CityPass,
  ): Promise<Partial<Record<CrawlKind, string[]>>> {
    if (page.kind !== 'list') return {}
    return this.#links.sorted(
      (links?.pages ?? []).map((link) => withoutCity(link, this.#settings.cities, pass)),
    )
  }

  async #store(
    page: CrawlRow,
    result: PageResult,
    found: readonly [string, string[] | undefined][],
  ): Promise<void> {
    const now = this.#record.now()
    // Half a day less, because a page is not read at the same time each day.
    const rest = { after: now - (this.#settings.rest_days - 0.5) * DAY_MS, now }
    await this.#deps.db.transaction(async (sql) => {
      await storeResult(sql, this.#crawl, page, result, now)
      if (found.every(([, addresses = []]) => addresses.length === 0)) return
      const room = MAX_PAGES - (await countPages(sql, this.#crawl)).queued
      for (const [kind, addresses = []] of found)
        await queuePages(
          sql,
          this.#crawl,
          page.city,
          kind as CrawlKind,
          addresses.slice(0, Math.max(0, room)),
          rest,
        )
    })
  }
}

const NOTHING = { queued: 0, open: 0 }
