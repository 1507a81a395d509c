import type { Sql } from '../../../platform/db/db.ts'
import { isZone } from '../../../platform/zoned-moment.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import { createSource } from '../store.ts'
import { PAGES_MAPPING } from './page-list.ts'
import { hasPriceList } from './page-listing.ts'

/** Time at which the pages of a new source are read. */
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
 * @throws SourceRefusal if the site's prices come from a price list
 */
export async function enterPageSource(
  sql: Sql,
  box: SecretBox,
  { site, address, zone }: PageSite,
): Promise<{ id: string; isNew: boolean }> {
  const known = await sql.get<{ id: string; kind: string; title: string }>(
    'SELECT id, kind, title FROM sources WHERE site = ?',
    site,
  )
  if (known?.kind === 'pages') return { id: known.id, isNew: false }
  if (known) {
    throw hasPriceList(site, known.title)
  }
  const id = await createSource(sql, box, {
    site,
    title: site,
    enabled: true,
    kind: 'pages',
    address: new URL('/', address).href,
    mapping: PAGES_MAPPING,
    crawl: null,
    times: [USUAL_TIME],
    zone: isZone(zone) ? zone : USUAL_ZONE,
    expectedBy: '',
    maxBad: USUAL_MAX_BAD,
  })
  return { id, isNew: true }
}

/** Allowed share of rejected records in percent. */
const USUAL_MAX_BAD = 20
