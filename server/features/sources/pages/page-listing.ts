import type { ReadSql, Sql } from '../../../platform/db/db.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { codeKey } from '../../../prices/listings/listing.ts'
import { enterSite } from '../../../prices/save-snapshot.ts'
import { tyreSpecs } from '../../../prices/tyre-catalog.ts'
import type { TyreKeys } from '../../../prices/tyre-keys.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import { addListingIn, MatchingRefusal } from '../../matching/decide.ts'
import { SourceRefusal } from '../refusal.ts'
import { pageCode } from './page-address.ts'

/** Services for tracking pages. */
export interface PageEntryDeps {
  box: SecretBox
  keys: TyreKeys
  allowedHosts: AllowedHosts
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
 * @throws SourceRefusal if the tyre has another listing of the site, or the site's prices come as price lists
 */
export async function refuseListed(
  sql: ReadSql,
  { site, address, tyre }: Omit<PageOfTyre, 'name'>,
): Promise<void> {
  const source = await sql.get<{ title: string }>(
    "SELECT title FROM sources WHERE site = ? AND kind <> 'pages'",
    site,
  )
  if (source) throw hasPriceList(site, source.title)
  const other = await sql.get(
    'SELECT 1 AS found FROM listings l JOIN sites s ON s.id = l.site_id WHERE s.host = ? AND l.tyre_id = ? AND l.key <> ?',
    site,
    tyre,
    codeKey(pageCode(address)),
  )
  if (other) throw new SourceRefusal(`На этой шине уже есть предложение сайта ${site}.`, 409)
}

/** Refusal of a page whose site sends price lists. */
export const hasPriceList = (site: string, title: string): SourceRefusal =>
  new SourceRefusal(
    `Цены сайта ${site} уже приходят прайс-листом «${title}»: следить за страницами незачем`,
    409,
  )

/**
 * Enters the listing of a page, which is a tyre because a person says so. Within a transaction that has called
 * lockPrices.
 * @returns id of the listing
 * @throws SourceRefusal if the tyre has another listing of the site
 */
export async function enterListingOfPage(
  sql: Sql,
  { site, address, tyre, name }: PageOfTyre,
  userId: string,
): Promise<number> {
  const specs = await tyreSpecs(sql, tyre)
  if (!specs) throw new SourceRefusal('Такой шины больше нет', 404)
  const siteId = await enterSite(sql, site)
  const day = new Date().toISOString().slice(0, 10)
  // Known by its code; the article is the tyre's, not the page's.
  const described = { ...specs, article: '', name: name || specs.name }
  try {
    return await addListingIn(
      sql,
      { siteId, code: pageCode(address), specs: described, tyre, day },
      { userId, batch: '' },
    )
  } catch (error) {
    if (error instanceof MatchingRefusal) throw new SourceRefusal(error.message, error.statusCode)
    throw error
  }
}
