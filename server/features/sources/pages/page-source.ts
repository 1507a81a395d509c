import { kindSettingsOf } from '../../../../contract/sources/source.ts'
import type { ReadSql, Sql } from '../../../platform/db/db.ts'
import { isZone } from '../../../platform/zoned-moment.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import { createSource } from '../store.ts'
import { PAGES_MAPPING } from './page-list.ts'
import { hasPriceList } from './page-listing.ts'

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
