import type { Sql } from '../../../platform/db/db.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
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
