import type { ReadSql } from '../platform/db/db.ts'

/** Days for which a site has prices. */
interface SiteDays {
  site: string
  /** YYYY-MM-DD */
  first: string
  last: string
  /** days in between without prices of this site, but with other sites' */
  missing: string[]
}

/** Days with prices, of all sites and by site. */
interface PriceDays {
  /** oldest first */
  days: string[]
  /** by name */
  sites: SiteDays[]
}

/** Reads the days of every site. */
export async function loadDays(sql: ReadSql): Promise<PriceDays> {
  const rows = await sql.all<{ host: string; day: string }>(
    'SELECT sites.host, snapshots.day FROM snapshots JOIN sites ON sites.id = snapshots.site_id ORDER BY snapshots.day',
  )
  const days = [...new Set(rows.map(({ day }) => day))]
  const sites = [...Map.groupBy(rows, ({ host }) => host)].map(([site, own]): SiteDays => {
    const has = new Set(own.map(({ day }) => day))
    const first = own[0]?.day ?? ''
    const last = own.at(-1)?.day ?? ''
    const missing = days.filter((day) => day > first && day < last && !has.has(day))
    return { site, first, last, missing }
  })
  return { days, sites: sites.sort((a, b) => (a.site < b.site ? -1 : 1)) }
}
