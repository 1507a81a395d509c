import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { addDays, isoToday } from '../../../contract/lib/dates.ts'
import { formatSize } from '../../../contract/lib/format-size.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { addFact, readFact, removeFact, writeFact } from '../../platform/db/installation-facts.ts'
import { serverIdOf } from '../../platform/private-files.ts'
import { hasUsers } from '../auth/users.ts'
import { createNoticeForAdmins } from '../notifications/delivery/notices.ts'

/** Disk of the data directory, in bytes. */
export interface DiskSpace {
  free: number
  total: number
}

const GB = 2 ** 30
const LOW_SHARE = 0.1
/** Bounds of the share: a tenth of a small disk is too little for an import, that of a large one lasts for years. */
const LOW_AT_LEAST = 2 * GB
const LOW_AT_MOST = 20 * GB
/** Free space below which the next large import may fail. */
export const NEARLY_FULL = GB
/** Factor of the threshold above which a disk is no longer low, so that it does not go back and forth. */
const RECOVERED = 1.25

/** Returns the free space below which a disk is low (specification 28.7). */
export const lowSpaceThreshold = (total: number): number =>
  Math.min(Math.max(total * LOW_SHARE, LOW_AT_LEAST), LOW_AT_MOST)

/**
 * Returns whether a disk is low.
 * @param wasLow whether it was low at the last check
 */
export const isDiskLow = ({ free, total }: DiskSpace, wasLow: boolean): boolean =>
  free < lowSpaceThreshold(total) * (wasLow ? RECOVERED : 1)

/** Reads the disk of a folder; undefined if the folder cannot be read. */
export async function readDisk(folder: string): Promise<DiskSpace | undefined> {
  return statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => undefined,
  )
}

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

/**
 * Notifies administrators when the disk of the data directory becomes low, once until it has recovered, and of the
 * recovery (specification 28.7). Every server watches its own disk; of servers that share one, one notifies.
 */
export async function watchDisk(
  db: Db,
  dataDir: string,
  read: (folder: string) => Promise<DiskSpace | undefined> = readDisk,
): Promise<void> {
  const disk = await read(dataDir)
  if (!disk) return
  const server = serverIdOf(dataDir)
  await recordDiskUse(db, server, disk)
  const fact = `disk low: ${server}` as const
  const wasLow = (await readFact(db, fact)) !== undefined
  const isLow = isDiskLow(disk, wasLow)
  if (isLow === wasLow) return
  // Before the set-up there is nobody to notify.
  if (!(await hasUsers(db))) return
  await db.transaction(async (sql) => {
    if (!(await (isLow ? addFact(sql, fact, '') : removeFact(sql, fact)))) return
    await createNoticeForAdmins(sql, 'Состояние', isLow ? lowText(disk) : recoveredText(disk))
  })
}

const freeText = ({ free, total }: DiskSpace): string =>
  `на диске сервера ${hostname()} свободно ${formatSize(free)} из ${formatSize(total)}`

const lowText = (disk: DiskSpace): string =>
  `Заканчивается место: ${freeText(disk)}. Когда места не станет, цены перестанут загружаться. Что сделать: Профиль → Состояние.`

const recoveredText = (disk: DiskSpace): string => `Места снова достаточно: ${freeText(disk)}.`
