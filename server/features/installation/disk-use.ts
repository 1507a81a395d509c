import { addDays, isoToday } from '../../../contract/lib/dates.ts'
import type { Sql } from '../../platform/db/db.ts'
import { readFact, writeFact } from '../../platform/db/installation-facts.ts'
import type { DiskSpace } from './disk.ts'

/** Used bytes on a day. */
type DayUse = readonly [day: string, used: number]

/** Days of which the use is stored. */
const STORED_DAYS = 28
/** Minimum number of days between the first and the last stored one for a forecast. */
const FORECAST_FROM_DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1_000

const factOf = (server: string) => `disk use: ${server}` as const

/**
 * Stores today's use of the disk, once a day.
 * @param server id of the data directory's server
 */
export async function recordDiskUse(
  sql: Sql,
  server: string,
  { free, total }: DiskSpace,
  today = isoToday(),
): Promise<void> {
  const stored = await readDiskUse(sql, server)
  if (stored.at(-1)?.[0] === today) return
  const recent = stored.filter(([day]) => day > addDays(today, -STORED_DAYS) && day < today)
  await writeFact(sql, factOf(server), JSON.stringify([...recent, [today, total - free]]))
}

async function readDiskUse(sql: Sql, server: string): Promise<DayUse[]> {
  const fact = await readFact(sql, factOf(server))
  return fact ? (JSON.parse(fact.value) as DayUse[]) : []
}

/** Returns the days after which the disk is full at the growth of the stored days; null if that cannot be said. */
export async function daysUntilFull(
  sql: Sql,
  server: string,
  { free, total }: DiskSpace,
): Promise<number | null> {
  const [first] = await readDiskUse(sql, server)
  if (!first) return null
  const [day, used] = first
  const days = (Date.parse(isoToday()) - Date.parse(day)) / DAY_MS
  const grown = total - free - used
  return days < FORECAST_FROM_DAYS || grown <= 0 ? null : Math.floor((free * days) / grown)
}
