import type { PageState, PriceOrigin, TrackedPage } from '../../../../contract/pages/tracked-page.ts'
import { tyreKey } from '../../../../contract/tyre/tyre-key.ts'
import { ofEachSpec, TYRE_SPECS } from '../../../../contract/tyre/tyre-specs.ts'
import type { PageOffer } from '../../../pages/page-offer.ts'
import type { ReadSql, Sql } from '../../../platform/db/db.ts'
import { assignments, part, SqlPart, whereEqual } from '../../../platform/db/statement.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TyreSpecs } from '../../../prices/offer.ts'
import type { User } from '../../auth/user.ts'
import type { Validators } from './fetch-page.ts'

/** Tracked page as stored; times in ms. */
export interface PageRow extends Validators {
  id: number
  source_id: string
  address: string
  listing_id: number
  city: string
  origin: PriceOrigin | ''
  place: string
  name: string
  state: PageState
  message: string
  price: number | null
  list_price: number | null
  pieces: number
  stock: number | null
  priced_at: number | null
  read_at: number | null
  read_by_run: number
  /** 1 if its problem was told */
  told: number
  added_by: string | null
  /** person who changed it last; null if nobody has */
  changed_by: string | null
}

/** Returns whether a user may change a page and stop tracking it: who added it, analysts and administrators. */
export const mayChangePage = (
  { added_by: addedBy }: { added_by: string | null },
  { id, role }: Pick<User, 'id' | 'role'>,
): boolean => role !== 'user' || addedBy === id

/** Refusal to change or remove a page that another person tracks. */
export const foreignPage = (): Refusal =>
  new Refusal(403, 'Эту страницу добавил другой человек: изменить её может он или аналитик')

/** Returns the pages of a source in order of their ids. */
export const pagesOfSource = (sql: ReadSql, sourceId: string): Promise<PageRow[]> =>
  sql.all<PageRow>`SELECT * FROM shop_pages WHERE source_id = ${sourceId} ORDER BY id`

/** Page to be tracked. */
export interface NewPage {
  sourceId: string
  address: string
  listingId: number
  city: string
  /** person who adds or changes it */
  by: string
}

/**
 * Adds a page, or changes listing and city of a tracked one. Called under lockPrices, so that limits hold.
 * @returns its id, and what was done
 */
export async function enterPage(
  sql: Sql,
  page: NewPage,
  now: number,
): Promise<{ id: number; done: 'added' | 'changed' | 'nothing' }> {
  const { sourceId, address, listingId, city, by } = page
  const present = await sql.get<PageRow>`
    SELECT id, listing_id, city FROM shop_pages WHERE source_id = ${sourceId} AND address = ${address}`
  if (!present) {
    await refuseTooMany(sql, by)
    const added = (await sql.get<{ id: number }>`
      INSERT INTO shop_pages (source_id, address, listing_id, city, added_by, created_at)
      VALUES (${sourceId}, ${address}, ${listingId}, ${city}, ${by}, ${now}) RETURNING id`) as { id: number }
    return { id: added.id, done: 'added' }
  }
  const { id, ...known } = present
  if (known.listing_id === listingId && known.city === city) return { id, done: 'nothing' }
  await sql.run`
    UPDATE shop_pages SET listing_id = ${listingId}, city = ${city}, changed_by = ${by} WHERE id = ${id}`
  return { id, done: 'changed' }
}

/** Maximum numbers of pages that a seller tracks, and of sites whose source their pages have added. */
export const SELLERS_PAGES = 300
const SELLERS_SITES = 30

/** @throws Refusal for a seller who tracks as many pages as one may */
async function refuseTooMany(sql: Sql, person: string): Promise<void> {
  const found = await sql.get<{ role: string; pages: number; sites: number }>`
    SELECT u.role, count(p.id) AS pages, count(DISTINCT p.source_id) AS sites
    FROM users u LEFT JOIN shop_pages p ON p.added_by = u.id WHERE u.id = ${person} GROUP BY u.role`
  if (found?.role !== 'user') return
  if (Number(found.pages) >= SELLERS_PAGES)
    throw new Refusal(409, `Вы следите за ${SELLERS_PAGES} страницами: больше может аналитик`)
  if (Number(found.sites) >= SELLERS_SITES)
    throw new Refusal(409, `Вы следите за страницами ${SELLERS_SITES} сайтов: больше может аналитик`)
}

/** A page as the page of one tyre: what is read for it must not be stored once it is tracked for another. */
type PageOfListing = Pick<PageRow, 'id' | 'listing_id'>
const isSame = (page: PageOfListing) => part`id = ${page.id} AND listing_id = ${page.listing_id}`

/** Reading of a page that gave a price. */
export interface PricedReading extends Validators {
  offer: PageOffer
  /** run that read it; 0 for none */
  run: number
  /** person who confirmed it on a tracked page; undefined for none */
  by?: string | undefined
}

/** Stores a price that is in use from now on. */
export async function storePrice(
  sql: Sql,
  page: PageOfListing,
  reading: PricedReading,
  now: number,
): Promise<void> {
  const { offer, run, etag, modified, by } = reading
  const { origin, place, name, price, listPrice, pieces, stock } = offer
  const read = assignments({
    ...{
      state: 'ok',
      message: '',
      told: 0,
      origin,
      place,
      name,
      price,
      list_price: listPrice,
      pieces,
      stock,
    },
    ...{ priced_at: now, read_at: now, read_by_run: run, etag, modified },
  })
  await sql.run`
    UPDATE shop_pages SET ${read}, changed_by = coalesce(${by ?? null}, changed_by) WHERE ${isSame(page)}`
}

/** Stores that a page is as at its last reading, whose price and state stay. */
export async function storeUnchanged(sql: Sql, page: PageOfListing, run: number, now: number): Promise<void> {
  await sql.run`
    UPDATE shop_pages SET priced_at = CASE WHEN state = 'ok' THEN ${now} ELSE priced_at END,
      read_at = ${now}, read_by_run = ${run} WHERE ${isSame(page)}`
}

/** Stores why a page gives no price; the last one stays for comparison. Its validators go, so that it is read in full. */
export async function storeFailure(
  sql: Sql,
  page: PageOfListing,
  { state, message, run }: { state: Exclude<PageState, 'new' | 'ok'>; message: string; run: number },
  now: number,
): Promise<void> {
  await sql.run`
    UPDATE shop_pages SET state = ${state}, message = ${message.slice(0, 500)}, read_at = ${now},
      read_by_run = ${run}, etag = '', modified = '' WHERE ${isSame(page)}`
}

type ViewRow = PageRow & { site: string; username: string | null; changer: string | null } & Record<
    `tyre_${string}`,
    string
  >

const TYRE_COLUMNS = new SqlPart(
  Object.values(TYRE_SPECS)
    .map(({ column }) => `t.${column} AS tyre_${column}`)
    .join(', '),
)
const VIEW = part`FROM shop_pages p JOIN sources s ON s.id = p.source_id JOIN listings l ON l.id = p.listing_id
  JOIN tyres t ON t.id = l.tyre_id LEFT JOIN users u ON u.id = p.added_by
  LEFT JOIN users c ON c.id = p.changed_by`

/** Restriction of a list of pages; null for none. */
export interface PageFilter {
  tyre: number | null
  site: string | null
  state: PageState | null
  page: number | null
}

/** Maximum number of pages in one answer. */
const PAGES_AT_ONCE = 100

/**
 * Returns tracked pages, those that need a person first.
 * @param from number of pages to skip
 */
export async function viewPages(
  sql: ReadSql,
  filter: PageFilter,
  user: Pick<User, 'id' | 'role'>,
  from = 0,
): Promise<{ pages: TrackedPage[]; total: number }> {
  const { tyre, site, state, page } = filter
  const where = whereEqual({ 'l.tyre_id': tyre, 's.site': site, 'p.state': state, 'p.id': page })
  const count = await sql.get<{ total: number }>`SELECT count(*) AS total ${VIEW} ${where}`
  const rows = await sql.all<ViewRow>`
    SELECT p.*, s.site, u.username, c.username AS changer, ${TYRE_COLUMNS} ${VIEW} ${where}
    ORDER BY CASE p.state WHEN 'held' THEN 0 WHEN 'gone' THEN 1 WHEN 'failed' THEN 2 WHEN 'new' THEN 3 ELSE 4 END,
      s.site, p.id LIMIT ${PAGES_AT_ONCE} OFFSET ${from}`
  return { pages: rows.map((row) => viewPage(row, user)), total: Number(count?.total ?? 0) }
}

/** Counts the pages of a source by state. */
export async function countsOfPages(sql: ReadSql, sourceId: string): Promise<Record<PageState, number>> {
  const rows = await sql.all<{ state: PageState; pages: number }>`
    SELECT state, count(*) AS pages FROM shop_pages WHERE source_id = ${sourceId} GROUP BY state`
  const counts: Record<PageState, number> = { ok: 0, held: 0, failed: 0, gone: 0, new: 0 }
  for (const { state, pages } of rows) counts[state] = Number(pages)
  return counts
}

/** Returns the sites that have tracked pages. */
export async function sitesOfPages(sql: ReadSql): Promise<string[]> {
  const rows = await sql.all<{ site: string }>(
    'SELECT site FROM sources WHERE id IN (SELECT source_id FROM shop_pages) ORDER BY site',
  )
  return rows.map(({ site }) => site)
}

function viewPage(row: ViewRow, user: Pick<User, 'id' | 'role'>): TrackedPage {
  const specs: TyreSpecs = ofEachSpec((name) => row[`tyre_${TYRE_SPECS[name].column}`] ?? '')
  return {
    id: row.id,
    address: row.address,
    site: row.site,
    source: row.source_id,
    tyre: tyreKey(specs),
    tyre_name: specs.name,
    city: row.city,
    state: row.state,
    message: row.message,
    origin: row.origin || 'element',
    place: row.place,
    price: row.price,
    list_price: row.list_price,
    pieces: row.pieces,
    stock: row.stock,
    read_at: isoOf(row.read_at),
    priced_at: isoOf(row.priced_at),
    added_by: row.username ?? '',
    changed_by: row.changer ?? '',
    removable: mayChangePage(row, user),
  }
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(Number(at)).toISOString())

/**
 * Stops tracking a page; its prices and the pair with the tyre stay.
 * @throws Refusal if it does not exist, or another person added it and the user may not decide about it
 */
export async function removePage(
  sql: Sql,
  id: number,
  user: Pick<User, 'id' | 'role'>,
): Promise<TrackedPage> {
  const { pages } = await viewPages(sql, { tyre: null, site: null, state: null, page: id }, user)
  const [page] = pages
  if (!page) throw new Refusal(404, 'Такой страницы больше нет')
  if (!page.removable) throw foreignPage()
  await sql.run`DELETE FROM shop_pages WHERE id = ${id}`
  return page
}
