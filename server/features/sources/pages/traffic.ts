import { domainToUnicode } from 'node:url'
import { hostName } from '../../../../contract/lib/host-name.ts'
import type { SourceHistory } from '../../../../contract/sources/source.ts'
import type { ReadSql, Sql } from '../../../platform/db/db.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_SHOWN = 7
const DAYS_KEPT = 90

/** Returns the UTC day of a time in ms, as requests are counted. */
const trafficDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Counts a request to a host, and the bytes received. */
export async function countRequest(sql: Sql, host: string, bytes: number, now: number): Promise<void> {
  await sql.run(
    `INSERT INTO host_traffic (day, host, requests, bytes) VALUES (?, ?, 1, ?)
     ON CONFLICT (day, host) DO UPDATE SET requests = host_traffic.requests + 1, bytes = host_traffic.bytes + excluded.bytes`,
    trafficDay(now),
    host,
    bytes,
  )
}

/** Returns the requests to a site's hosts by day, newest first. */
export async function trafficOf(
  sql: ReadSql,
  site: string,
  now: number,
): Promise<NonNullable<SourceHistory['traffic']>> {
  const rows = await sql.all<{ day: string; host: string; requests: number; bytes: number }>(
    'SELECT day, host, requests, bytes FROM host_traffic WHERE day > ? ORDER BY day DESC',
    trafficDay(now - DAYS_SHOWN * DAY_MS),
  )
  const ofSite = rows.filter(({ host }) => {
    const name = hostName(domainToUnicode(new URL(`http://${host}`).hostname))
    return name === site || name.endsWith(`.${site}`)
  })
  return [...Map.groupBy(ofSite, ({ day }) => day)].map(([day, hosts]) => ({
    day,
    requests: hosts.reduce((sum, { requests }) => sum + Number(requests), 0),
    bytes: hosts.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  }))
}

/** Removes expired counts, and the leases of hosts that have ended. */
export async function pruneTraffic(sql: Sql, now: number): Promise<void> {
  await sql.run('DELETE FROM host_leases WHERE leased_until < ?', now - DAY_MS)
  await sql.run('DELETE FROM host_traffic WHERE day < ?', trafficDay(now - DAYS_KEPT * DAY_MS))
}
