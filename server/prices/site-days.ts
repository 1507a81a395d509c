import type { Freshness } from '../../contract/dashboard/freshness.ts'
import type { ReadSql } from '../platform/db/db.ts'

/** Reads which days each site has. Sites are sorted by host name. */
export async function loadDays(sql: ReadSql): Promise<Omit<Freshness, 'version'>> {
  const rows = await sql.all<{ host: string; day: string }>(
    'SELECT sites.host, snapshots.day FROM snapshots JOIN sites ON sites.id = snapshots.site_id ORDER BY snapshots.day',
  )
  const days = [...new Set(rows.map(({ day }) => day))]
  const sites = [...Map.groupBy(rows, ({ host }) => host)].map(([site, own]) => {
    const has = new Set(own.map(({ day }) => day))
    const first = own[0]?.day ?? ''
    const last = own.at(-1)?.day ?? ''
    const missing = days.filter((day) => day > first && day < last && !has.has(day))
    return { site, first, last, missing }
  })
  return { days, sites: sites.sort((a, b) => (a.site < b.site ? -1 : 1)) }
}
