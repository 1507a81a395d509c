import { randomUUID } from 'node:crypto'
import type {
  FoundPrice,
  PageReadingAnswer,
  PageReadingInput,
  PagesFileAnswer,
  TrackedPage,
  TrackInput,
} from '../../../../contract/pages/tracked-page.ts'
import { lockPrices } from '../../../history/backfill.ts'
import type { PageOffer } from '../../../pages/page-offer.ts'
import { statedOffers } from '../../../pages/read-page.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TyreSpecs } from '../../../prices/offer.ts'
import { type TyreKeys, tyreSpecs } from '../../../prices/tyre-catalog.ts'
import type { User } from '../../auth/user.ts'
import { refusalOf } from '../time-limit.ts'
import type { PageFetcher } from './fetch-page.ts'
import { doubtOf, judgeReading, marketPrice, oddPrice, productName } from './judge.ts'
import {
  enterListingOfPage,
  enterPageSource,
  knownCity,
  type PageEntryDeps,
  type PagePerson,
  refuseListed,
} from './page-listing.ts'
import { enterPage, removePage, storePrice, viewPages } from './page-store.ts'
import { importPagesFile, type PagesFileLine } from './pages-file.ts'
import { parsePageAddress } from './shop-addresses.ts'

export interface TrackingDeps extends PageEntryDeps {
  db: Db
  fetcher: PageFetcher
  /** adds a run that reads the new pages of a source, and imports the current prices of all */
  addRun(sql: Sql, sourceId: string): Promise<void>
  /** starts the runs that were added */
  wake(): void
}

type Person = Pick<User, 'id' | 'role'>

const personOf = ({ id, role }: Person): PagePerson => ({ id, role, mayMove: role !== 'user' })

/** Time in ms for which a reading can be confirmed. */
const READING_MS = 60 * 60_000
/** Time in ms to wait for a shop's turn while a person waits. */
const PATIENCE_MS = 15_000
/** Maximum number of prices of structured data that a reading offers. */
const MAX_STATED = 50

/** Reads pages for people and tracks those that they confirm (specification 23.3). */
export class PageTracking {
  readonly #deps: TrackingDeps

  constructor(deps: TrackingDeps) {
    this.#deps = deps
  }

  /**
   * Reads a page for a tyre; nothing is tracked yet.
   * @throws Refusal
   */
  async read(user: Person, input: PageReadingInput, signal: AbortSignal): Promise<PageReadingAnswer> {
    const { db, fetcher, allowedHosts } = this.#deps
    const { id: tyre, specs } = await this.#tyre(input.tyre)
    const { address, site } = parsePageAddress(input.address, allowedHosts)
    await refuseListed(db, { site, address, tyre }, personOf(user))
    const tracked = await trackedPage(db, address, tyre)
    const market = await marketPrice(db, tyre)
    const fetched = await reading(fetcher, address, signal)
    if (fetched.reading.wall !== '') throw new Refusal(400, fetched.reading.wall)
    const found = fetched.reading.offers
    const picked = found.filter(({ origin }) => origin === 'element')
    const offers = [...statedOffers(found).slice(0, MAX_STATED), ...picked]
    const judged = judgeReading({ ...fetched.reading, offers }, specs, NOTHING_CONFIRMED, null)
    const proposed =
      judged.kind === 'price'
        ? offers.indexOf(judged.offer)
        : offers.findIndex(({ price, origin }) => price !== null && origin !== 'element')
    const id = randomUUID()
    const now = Date.now()
    await db.run`DELETE FROM page_readings WHERE created_at < ${now - READING_MS}`
    await db.run`
      INSERT INTO page_readings (id, user_id, tyre_id, address, site, offers, etag, modified, created_at)
      VALUES (${id}, ${user.id}, ${tyre}, ${address}, ${site}, ${JSON.stringify(offers)}, ${fetched.etag},
        ${fetched.modified}, ${now})`
    return {
      version: 1,
      reading: id,
      address,
      site,
      title: fetched.reading.title,
      prices: foundPrices(offers, specs, (price) => oddPrice(price, tracked?.price ?? null, market)),
      preview: fetched.reading.preview,
      proposed: proposed === -1 ? null : proposed,
      city: tracked?.city ?? (await usualCity(db, site)),
      tyre_name: specs.name,
      market,
      tracked: tracked && { added_by: tracked.username ?? '', price: tracked.price },
    }
  }

  /**
   * Tracks a page that this user has read, and imports its price.
   * @throws Refusal
   */
  async track(user: Person, { reading: id, price: index, city, zone }: TrackInput): Promise<TrackedPage> {
    const { db, box, addRun, wake } = this.#deps
    const now = Date.now()
    const read = await db.get<ReadingRow>`
      SELECT * FROM page_readings WHERE id = ${id} AND user_id = ${user.id}
        AND created_at >= ${now - READING_MS}`
    if (!read) throw new Refusal(404, 'Эта страница прочитана слишком давно: прочитайте её ещё раз')
    const offer = (JSON.parse(read.offers) as PageOffer[])[index]
    if (!offer || offer.price === null) throw new Refusal(400, 'Этой цены на странице нет')
    const page = await db.transaction(async (sql) => {
      await lockPrices(sql)
      const source = await enterPageSource(sql, box, { ...read, zone })
      const listed = { site: read.site, address: read.address, tyre: read.tyre_id, name: offer.name }
      const listingId = await enterListingOfPage(sql, listed, personOf(user))
      const { id: page, done } = await enterPage(
        sql,
        {
          sourceId: source.id,
          address: read.address,
          listingId,
          city: await knownCity(sql, city),
          by: user.id,
        },
        now,
      )
      await storePrice(
        sql,
        { id: page, listing_id: listingId },
        {
          offer,
          run: 0,
          etag: read.etag,
          modified: read.modified,
          by: done === 'added' ? undefined : user.id,
        },
        now,
      )
      if (source.isNew) await audit(sql, 'source changed', user.id, `${read.site}: добавлен со страницей`)
      await audit(sql, done === 'added' ? 'page tracked' : 'page changed', user.id, read.address)
      await sql.run`DELETE FROM page_readings WHERE id = ${id}`
      await addRun(sql, source.id)
      return page
    })
    wake()
    const { pages } = await viewPages(db, { tyre: null, site: null, state: null, page }, user)
    return pages[0] as TrackedPage
  }

  get keys(): TyreKeys {
    return this.#deps.keys
  }

  /**
   * Tracks the pages of a file.
   * @throws Refusal
   */
  async importFile(
    { id, role }: Person,
    lines: readonly PagesFileLine[],
    zone: string,
  ): Promise<PagesFileAnswer> {
    const { addRun, wake } = this.#deps
    const answer = await importPagesFile(this.#deps, lines, { id, role, zone }, addRun)
    wake()
    return answer
  }

  /** @throws Refusal */
  async remove(user: Person, id: number): Promise<void> {
    const { db, addRun, wake } = this.#deps
    await db.transaction(async (sql) => {
      const page = await removePage(sql, id, user)
      await audit(sql, 'page untracked', user.id, page.address)
      // The prices of the shown day lose this one, as long as there are others to write.
      const others = await sql.get`
        SELECT 1 AS found FROM shop_pages WHERE source_id = ${page.source} AND state = 'ok'`
      if (others) await addRun(sql, page.source)
    })
    wake()
  }

  async #tyre(key: string): Promise<{ id: number; specs: TyreSpecs }> {
    const id = await this.#deps.keys(key)
    const specs = id === undefined ? undefined : await tyreSpecs(this.#deps.db, id)
    if (id === undefined || !specs) throw new Refusal(404, 'Такой шины нет')
    return { id, specs }
  }
}

interface ReadingRow {
  tyre_id: number
  address: string
  site: string
  /** JSON of the offers */
  offers: string
  etag: string
  modified: string
}

const NOTHING_CONFIRMED = { origin: '', place: '', name: '', price: null } as const

async function reading(fetcher: PageFetcher, address: string, signal: AbortSignal) {
  try {
    const fetched = await fetcher.read(address, { signal, patienceMs: PATIENCE_MS, previews: true })
    if (fetched.kind !== 'page') throw new Refusal(400, 'Сервер не прислал страницы')
    return fetched
  } catch (error) {
    throw refusalOf(error)
  }
}

function foundPrices(
  offers: readonly PageOffer[],
  tyre: TyreSpecs,
  oddOf: (price: number) => string,
): FoundPrice[] {
  const elements = offers.filter(({ origin }) => origin === 'element')
  return offers.map((offer) => ({
    origin: offer.origin,
    place: offer.place,
    name: productName(offer),
    price: offer.price,
    list_price: offer.listPrice,
    pieces: offer.pieces,
    stock: offer.stock,
    problem: offer.problem,
    mark: offer.origin === 'element' ? elements.indexOf(offer) + 1 : null,
    doubt: doubtOf(offer, tyre) || (offer.price === null ? '' : oddOf(offer.price)),
    context: offer.context ?? '',
  }))
}

interface TrackedRow {
  city: string
  price: number | null
  username: string | null
}

/** Returns the page at an address if it is tracked for a tyre; null otherwise. */
async function trackedPage(sql: Db, address: string, tyre: number): Promise<TrackedRow | null> {
  const row = await sql.get<TrackedRow>`
    SELECT p.city, p.price, u.username FROM shop_pages p JOIN listings l ON l.id = p.listing_id
    LEFT JOIN users u ON u.id = p.added_by WHERE p.address = ${address} AND l.tyre_id = ${tyre}`
  return row ?? null
}

/** Returns the city of most pages of a site; '' without one. */
async function usualCity(sql: Db, site: string): Promise<string> {
  const row = await sql.get<{ city: string }>`
    SELECT p.city FROM shop_pages p JOIN sources s ON s.id = p.source_id WHERE s.site = ${site}
    GROUP BY p.city ORDER BY count(*) DESC, p.city LIMIT 1`
  return row?.city ?? ''
}
