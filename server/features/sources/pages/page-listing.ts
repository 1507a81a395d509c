import type { ReadSql, Sql } from '../../../platform/db/db.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { codeKey } from '../../../prices/listings/listing.ts'
import { enterSite } from '../../../prices/save-snapshot.ts'
import { type TyreKeys, tyreSpecs } from '../../../prices/tyre-catalog.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import type { User } from '../../auth/user.ts'
import { addListingIn } from '../../matching/decide-pairs.ts'
import { pageCode } from './page-address.ts'

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

/** Returns whether a user may change a page and stop tracking it: who added it, analysts and administrators. */
export const mayChangePage = (
  { added_by: addedBy }: { added_by: string | null },
  { id, role }: Pick<User, 'id' | 'role'>,
): boolean => role !== 'user' || addedBy === id

/** Refusal to change or remove a page that another person tracks. */
export const foreignPage = (): Refusal =>
  new Refusal(403, 'Эту страницу добавил другой человек: изменить её может он или аналитик')

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
export const hasPriceList = (site: string, title: string): Refusal =>
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
