import type { SourceHistory } from '../../../../contract/sources/source.ts'
import type { ReadSql, Sql } from '../../../platform/db/db.ts'
import { inList } from '../../../platform/db/in-list.ts'
import { hostOf } from '../address.ts'

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

/** Returns the requests to the hosts of a source's pages by day, newest first. */
export async function trafficOf(
  sql: ReadSql,
  sourceId: string,
  now: number,
): Promise<NonNullable<SourceHistory['traffic']>> {
  const pages = await sql.all<{ address: string }>(
    'SELECT address FROM shop_pages WHERE source_id = ?',
    sourceId,
  )
  const hosts = [...new Set(pages.map(({ address }) => hostOf(address)))]
  if (hosts.length === 0) return []
  const { places, values } = inList(hosts)
  const rows = await sql.all<{ day: string; requests: number; bytes: number }>(
    `SELECT day, sum(requests) AS requests, sum(bytes) AS bytes FROM host_traffic
     WHERE day > ? AND host IN (${places}) GROUP BY day ORDER BY day DESC`,
    trafficDay(now - DAYS_SHOWN * DAY_MS),
    ...values,
  )
  return rows.map(({ day, requests, bytes }) => ({ day, requests: Number(requests), bytes: Number(bytes) }))
}

/** Removes expired counts. */
export async function pruneTraffic(sql: Sql, now: number): Promise<void> {
  await sql.run('DELETE FROM host_traffic WHERE day < ?', trafficDay(now - DAYS_KEPT * DAY_MS))
}
