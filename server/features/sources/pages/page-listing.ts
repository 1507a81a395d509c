import { kindSettingsOf } from '../../../../contract/sources/source.ts'
import type { ReadSql, Sql } from '../../../platform/db/db.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isZone } from '../../../platform/zoned-moment.ts'
import { codeKey } from '../../../prices/listings/listing.ts'
import { enterSite } from '../../../prices/save-snapshot.ts'
import { type TyreKeys, tyreSpecs } from '../../../prices/tyre-catalog.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import type { User } from '../../auth/user.ts'
import { addListingIn } from '../../matching/decide-pairs.ts'
import { createSource } from '../store.ts'
import { PAGES_MAPPING } from './page-list.ts'
import { foreignPage, mayChangePage } from './page-store.ts'
import { pageCode } from './shop-addresses.ts'

/** Services for tracking pages. */
export interface PageEntryDeps {
  box: SecretBox
  keys: TyreKeys
  allowedHosts: AllowedHosts
}

/** Person who tracks a page. */
export interface PagePerson extends Pick<User, 'id' | 'role'> {
  /** whether the person's request may take a page to another tyre than the one for which somebody else tracks it */
  mayMove: boolean
}

interface PageOfTyre {
  site: string
  address: string
  /** id of the tyre */
  tyre: number
  /** name of the product on the page; '' if it is not read yet */
  name: string
}

/**
 * Refuses a page before it is read, if it could not be tracked.
 * @throws Refusal if the tyre has another listing of the site, or the site's prices come as price lists
 */
export async function refuseListed(
  sql: ReadSql,
  { site, address, tyre }: Omit<PageOfTyre, 'name'>,
  person: PagePerson,
): Promise<void> {
  const source = await sql.get<{ title: string }>`
    SELECT title FROM sources WHERE site = ${site} AND kind <> 'pages'`
  if (source) throw hasPriceList(site, source.title)
  await refuseTracked(sql, { address, tyre }, person)
  const other = await sql.get<{ id: number }>`
    SELECT l.id FROM listings l JOIN sites s ON s.id = l.site_id
    WHERE s.host = ${site} AND l.tyre_id = ${tyre} AND l.key <> ${codeKey(pageCode(address))}`
  if (other && !(await freeListings(sql, { site, address, tyre }, person)).has(other.id))
    throw otherPage(site)
}

/** @throws Refusal if the page is tracked already, and the person may not change it */
async function refuseTracked(
  sql: ReadSql,
  { address, tyre }: Pick<PageOfTyre, 'address' | 'tyre'>,
  person: PagePerson,
): Promise<void> {
  const known = await sql.get<{ tyre: number | null; name: string | null; added_by: string | null }>`
    SELECT l.tyre_id AS tyre, t.name, p.added_by FROM shop_pages p JOIN listings l ON l.id = p.listing_id
    LEFT JOIN tyres t ON t.id = l.tyre_id WHERE p.address = ${address}`
  if (!known || known.added_by === person.id) return
  if (known.tyre !== null && known.tyre !== tyre && !person.mayMove)
    throw new Refusal(409, `За этой страницей следят как за другой шиной: ${known.name}`)
  if (!mayChangePage(known, person)) throw foreignPage()
}

const otherPage = (site: string) =>
  new Refusal(409, `На этой шине уже есть предложение сайта ${site}: за его страницей следят`)

/**
 * Returns the site's listings of the tyre and of the address whose page is not tracked any more, or gives no price and may
 * be removed by the person: another address may take their place, because shops move their pages.
 */
async function freeListings(
  sql: ReadSql,
  { site, address, tyre }: Omit<PageOfTyre, 'name'>,
  { id, role }: PagePerson,
): Promise<Set<number>> {
  const rows = await sql.all<{ id: number }>`
    SELECT l.id FROM listings l JOIN sites s ON s.id = l.site_id
    WHERE s.host = ${site} AND (l.tyre_id = ${tyre} OR l.key = ${codeKey(pageCode(address))})
      AND l.code LIKE '›%' AND NOT EXISTS (
      SELECT 1 FROM shop_pages p WHERE p.listing_id = l.id
        AND (p.state IN ('ok', 'new') OR (${role} = 'user' AND coalesce(p.added_by, '') <> ${id})))`
  return new Set(rows.map(({ id }) => id))
}

/** Refusal of a page whose site sends price lists. */
const hasPriceList = (site: string, title: string): Refusal =>
  new Refusal(409, `Цены сайта ${site} уже приходят прайс-листом «${title}»: следить за страницами незачем`)

/**
 * Enters the listing of a page, which is a tyre because a person says so. Within a transaction that has called
 * lockPrices.
 * @returns id of the listing
 * @throws Refusal if the tyre has another listing of the site
 */
export async function enterListingOfPage(
  sql: Sql,
  { site, address, tyre, name }: PageOfTyre,
  person: PagePerson,
): Promise<number> {
  const specs = await tyreSpecs(sql, tyre)
  if (!specs) throw new Refusal(404, 'Такой шины больше нет')
  await refuseTracked(sql, { address, tyre }, person)
  const siteId = await enterSite(sql, site)
  const day = new Date().toISOString().slice(0, 10)
  // Known by its code; the article is the tyre's, not the page's.
  const described = { ...specs, article: '', name: name || specs.name }
  const free = await freeListings(sql, { site, address, tyre }, person)
  const adopts = (listing: number) => free.has(listing)
  const id = await addListingIn(
    sql,
    { siteId, code: pageCode(address), specs: described, tyre, day, adopts },
    { userId: person.id, batch: '' },
  )
  if (free.has(id)) await sql.run`DELETE FROM shop_pages WHERE listing_id = ${id} AND address <> ${address}`
  return id
}

const folded = (city: string): string =>
  city.toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** Returns a city as the price lists write it, if they have it; otherwise as it was typed. */
export async function knownCity(sql: ReadSql, typed: string): Promise<string> {
  const wanted = folded(typed)
  if (wanted === '') return ''
  const rows = await sql.all<{ city: string }>('SELECT DISTINCT city FROM site_cities')
  return rows.find(({ city }) => folded(city) === wanted)?.city ?? typed.replace(/\s+/g, ' ').trim()
}

/** Time at which pages are read if no other source has a schedule. */
const USUAL_TIME = '06:00'
const USUAL_ZONE = 'Europe/Moscow'

/** Site with a tracked page. */
interface PageSite {
  site: string
  /** address of one of its pages */
  address: string
  /** IANA zone of its schedule, if the source is new; an unknown one becomes Moscow's */
  zone: string
}

/**
 * Returns the source of a site's tracked pages, which is created with its first page.
 * @throws Refusal if the site's prices come from a price list
 */
export async function enterPageSource(
  sql: Sql,
  box: SecretBox,
  { site, address, zone }: PageSite,
): Promise<{ id: string; isNew: boolean }> {
  const known = await sql.get<{ id: string; kind: string; title: string }>`
    SELECT id, kind, title FROM sources WHERE site = ${site}`
  if (known?.kind === 'pages') return { id: known.id, isNew: false }
  if (known) {
    throw hasPriceList(site, known.title)
  }
  if (await hasOtherPrices(sql, site)) throw hasPriceList(site, site)
  const id = await createSource(sql, box, {
    site,
    title: site,
    enabled: true,
    kind: 'pages',
    address: new URL('/', address).href,
    hostKey: '',
    mapping: PAGES_MAPPING,
    ...kindSettingsOf({}),
    times: [await lastTime(sql)],
    zone: isZone(zone) ? zone : USUAL_ZONE,
    expectedBy: '',
    maxBad: USUAL_MAX_BAD,
  })
  return { id, isNew: true }
}

/** Returns whether a site has listings that do not come from tracked pages, which would replace each other's days. */
async function hasOtherPrices(sql: ReadSql, site: string): Promise<boolean> {
  const other = await sql.get`
    SELECT 1 AS found FROM listings l JOIN sites s ON s.id = l.site_id
    WHERE s.host = ${site} AND l.code NOT LIKE '›%' LIMIT 1`
  return other !== undefined
}

/** Returns the latest time of the other sources: pages must not begin the day, which is shown from its first price on. */
async function lastTime(sql: Sql): Promise<string> {
  const rows = await sql.all<{ times: string }>(
    "SELECT times FROM sources WHERE enabled = 1 AND times <> '[]'",
  )
  const first = rows.flatMap(({ times }) => (JSON.parse(times) as string[]).slice(0, 1))
  return first.sort().at(-1) ?? USUAL_TIME
}

/** Allowed share of rejected records in percent. */
const USUAL_MAX_BAD = 20
