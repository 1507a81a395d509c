import ipaddr from 'ipaddr.js'
import type { FeedFetch } from '../../../contract/outlets/outlet.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { newRow } from '../../platform/db/statement.ts'
import { retainRows } from './outlet-store.ts'

/** Maximum number of logged requests per feed; older ones are deleted. */
const KEPT = 100
const MAX_AGENT_LENGTH = 120

/** Prefix lengths that hide a single client. */
const PREFIX = { ipv4: 24, ipv6: 48 } as const

/** Returns the network of a client, never its whole address. */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return ''
  const parsed = ipaddr.process(address)
  const cidr = `${parsed}/${PREFIX[parsed.kind()]}`
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  return `${network}/${PREFIX[parsed.kind()]}`
}

/** Client and result of a request. */
export interface NewFetch {
  outletId: number
  address: string
  agent: string
  status: number
  bytes: number
}

/** Records a request of a feed, and removes the oldest. */
export async function recordFetch(
  db: Db,
  { outletId, address, agent, status, bytes }: NewFetch,
): Promise<void> {
  await db.transaction(async (sql) => {
    const exists = await sql.get`SELECT 1 AS found FROM outlets WHERE id = ${outletId}`
    if (!exists) return
    const program = agent.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
    const fetched = {
      ...{ outlet_id: outletId, at: Date.now(), network: clientNetwork(address) },
      ...{ agent: program.slice(0, MAX_AGENT_LENGTH), status, bytes },
    }
    await sql.run`INSERT INTO outlet_fetches ${newRow(fetched)}`
    await retainRows(sql, 'outlet_fetches', outletId, KEPT)
  })
}

type FetchRow = Omit<FeedFetch, 'at'> & { at: number; outlet_id: number }

const fetchOf = ({ at, network, agent, status, bytes }: FetchRow): FeedFetch => ({
  at: new Date(Number(at)).toISOString(),
  network,
  agent,
  status,
  bytes: Number(bytes),
})

/** Returns the requests of a feed, newest first. */
export async function fetchesOf(sql: Sql, outletId: number): Promise<FeedFetch[]> {
  const rows = await sql.all<FetchRow>`
    SELECT * FROM outlet_fetches WHERE outlet_id = ${outletId} ORDER BY id DESC`
  return rows.map(fetchOf)
}

export async function lastFetches(sql: Sql): Promise<Map<number, FeedFetch>> {
  const rows = await sql.all<FetchRow>(
    'SELECT * FROM outlet_fetches WHERE id IN (SELECT max(id) FROM outlet_fetches GROUP BY outlet_id)',
  )
  return new Map(rows.map((row) => [row.outlet_id, fetchOf(row)]))
}
