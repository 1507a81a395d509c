import type { Sql, Transaction } from '../platform/db/db.ts'
import { isDroppedWithPartition } from '../platform/db/price-months.ts'
import type { DayHistory } from './day-history.ts'
import { dropSeparateDay } from './listings/separate-prices.ts'
import { type ComparedSnapshot, compareAnew, neighbour, type SnapshotKey, touchDay } from './save-snapshot.ts'

export interface RemovedSnapshot {
  siteId: number
  tyres: number
  offers: number
  /** the site's next day after its changes were recomputed; null if there is none */
  next: ComparedSnapshot | null
}

/**
 * Removes one site's day as if it had never been imported; the site's next day is then compared with the previous
 * one. Tyres stay in the catalog. Call it in a transaction.
 * @param history receives the comparison
 * @returns undefined if there is no such day
 */
export async function removeSnapshot(
  sql: Sql,
  { site, day }: SnapshotKey,
  history: DayHistory,
): Promise<RemovedSnapshot | undefined> {
  await touchDay(sql, day)
  const removed = await sql.get<{ site_id: number; tyres: number; offers: number }>`
    SELECT site_id, tyres, offers FROM snapshots
    WHERE day = ${day} AND site_id = (SELECT id FROM sites WHERE host = ${site})`
  let next: ComparedSnapshot | null = null
  if (removed) {
    const siteId = removed.site_id
    await dropRows(sql, siteId, day, [...DESCRIBING, OFFERS])
    const after = await neighbour(sql, siteId, day, 'after')
    if (after !== null) next = await compareAnew(sql, siteId, after, history)
  }
  await dropEmptyDay(sql, day)
  return removed && { siteId: removed.site_id, tyres: removed.tyres, offers: removed.offers, next }
}

/** Removes a site's day after its retention period; its rows in `site_offers` may stay until their month goes. */
export async function dropOldestDay(sql: Transaction, siteId: number, day: string): Promise<void> {
  await touchDay(sql, day)
  await dropRows(
    sql,
    siteId,
    day,
    (await isDroppedWithPartition(sql, day)) ? DESCRIBING : [...DESCRIBING, OFFERS],
  )
  await dropEmptyDay(sql, day)
}

/** Tables with the metadata of a site's day; OFFERS is the table with its prices. */
const DESCRIBING = ['site_cities', 'snapshots'] as const
const OFFERS = 'site_offers'

async function dropRows(sql: Sql, siteId: number, day: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql.run(`DELETE FROM ${table} WHERE day = ? AND site_id = ?`, day, siteId)
  }
  await dropSeparateDay(sql, siteId, day)
}

/** Removes a day without prices of any site from the list of days. */
async function dropEmptyDay(sql: Sql, day: string): Promise<void> {
  await sql.run`
    DELETE FROM days WHERE day = ${day} AND NOT EXISTS (SELECT 1 FROM snapshots WHERE day = ${day})`
}
