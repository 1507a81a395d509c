import type { Db, Sql, Transaction } from './db.ts'
import { unlessBusy } from './unless-busy.ts'

/**
 * PostgreSQL keeps each month's prices in a partition of its own (specification 10.32, decision 48): a month past keeping goes at once,
 * file and all. The embedded engine gives the pages of deleted rows to the next day, and has no partitions.
 */

/** A partition of site_offers: the days from one up to another that is not in it. */
interface Partition {
  name: string
  /** '' before all days */
  from: string
  to: string
}

/** Only one server at a time makes or drops months. */
const MONTHS_LOCK = 7420114
/** How long a change of partitions waits for an import or a copy under way: whoever reads prices waits behind it. */
const PATIENCE = '200ms'

/**
 * Makes the partitions of a day's month and of the next, before prices of that day are written: in a transaction of its own, since a
 * new partition is locked until it ends. Where somebody is in the way it is left to the next import, which takes the month's rows
 * out of the rest.
 * @param day YYYY-MM-DD
 */
export async function makeMonths(db: Db, day: string): Promise<void> {
  if (db.engine !== 'postgres') return
  const month = monthOf(day)
  const wanted = month ? [month, monthOf(month.to) as Partition] : []
  if (missing(wanted, await partitions(db)).length === 0) return
  await unlessBusy(db, PATIENCE, (sql) => makeMonthsWithin(sql, wanted))
}

/** The same for the days of rows that are copied, which nobody reads before the transaction ends. */
export async function makeMonthsOf(sql: Transaction, days: Iterable<string>): Promise<void> {
  if (sql.engine !== 'postgres' || !(await hasMonths(sql))) return
  const months = [...new Set(days)].flatMap((day) => monthOf(day) ?? [])
  await makeMonthsWithin(sql, [...new Map(months.map((month) => [month.name, month])).values()])
}

/** @returns false for tables of an older version, which a copy may be of */
async function hasMonths(sql: Sql): Promise<boolean> {
  const row = await sql.get("SELECT 1 FROM pg_partitioned_table WHERE partrelid = 'site_offers'::regclass")
  return row !== undefined
}

/** @returns whether the day's prices go with their month, so that nobody needs to delete them */
export async function goesWithItsMonth(sql: Transaction, day: string): Promise<boolean> {
  if (sql.engine !== 'postgres') return false
  return (await partitions(sql)).some(({ from, to }) => from !== '' && from <= day && day < to)
}

/**
 * Drops the months that end before a day and have no prices any more; if somebody reads or writes prices just then, the next time.
 * @param first YYYY-MM-DD
 */
export async function dropMonths(db: Db, first: string): Promise<void> {
  if (db.engine !== 'postgres') return
  for (const partition of await partitions(db)) {
    if (partition.to > first || (await hasPrices(db, partition))) continue
    await unlessBusy(db, PATIENCE, (sql) => dropMonth(sql, partition))
  }
}

async function dropMonth(sql: Transaction, partition: Partition): Promise<void> {
  await lockMonths(sql)
  // Behind this lock no import is under way, which might be bringing a day back.
  await sql.run('LOCK TABLE ONLY site_offers IN ACCESS EXCLUSIVE MODE')
  if (!(await hasPrices(sql, partition))) await sql.run(`DROP TABLE IF EXISTS ${partition.name}`)
}

async function hasPrices(sql: Sql, { from, to }: Partition): Promise<boolean> {
  const row = await sql.get('SELECT 1 FROM snapshots WHERE day >= ? AND day < ? LIMIT 1', from, to)
  return row !== undefined
}

async function makeMonthsWithin(sql: Sql, wanted: readonly Partition[]): Promise<void> {
  await lockMonths(sql)
  // As ATTACH will, and in the order of ANALYZE, which would wait for it otherwise.
  await sql.run('LOCK TABLE ONLY site_offers IN SHARE UPDATE EXCLUSIVE MODE')
  const there = await partitions(sql)
  for (const { name, from, to } of missing(wanted, there)) {
    await sql.run(`CREATE TABLE ${name} (LIKE site_offers INCLUDING INDEXES)`)
    // Rows that came before their month, from a program that knows none, have to be out of the rest when the month is attached.
    await sql.run('LOCK TABLE site_offers_rest IN ACCESS EXCLUSIVE MODE')
    await sql.run(
      `WITH early AS (DELETE FROM site_offers_rest WHERE day >= ? AND day < ? RETURNING *)
       INSERT INTO ${name} SELECT * FROM early`,
      from,
      to,
    )
    await sql.run(`ALTER TABLE site_offers ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`)
  }
}

const lockMonths = (sql: Sql) => sql.get('SELECT pg_advisory_xact_lock(?)', MONTHS_LOCK)

/** All partitions but the one for the rest. */
async function partitions(sql: Sql): Promise<Partition[]> {
  const rows = await sql.all<{ name: string; bounds: string }>(
    `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'site_offers'::regclass`,
  )
  return rows.flatMap(({ name, bounds }) => {
    const { from, to } = BOUNDS.exec(bounds)?.groups ?? {}
    return to ? [{ name, from: from ?? '', to }] : []
  })
}

const BOUNDS = /^FOR VALUES FROM \((?:MINVALUE|'(?<from>[^']+)')\) TO \('(?<to>[^']+)'\)$/

const missing = (wanted: readonly Partition[], there: readonly Partition[]): Partition[] =>
  wanted.filter((month) => !there.some(({ from, to }) => from <= month.from && month.from < to))

/** @returns undefined for what is no day of our times, as a copy may have it: it goes to the rest */
function monthOf(day: string): Partition | undefined {
  const { year, month } = DAY.exec(day)?.groups ?? {}
  if (!year || !month) return undefined
  const next = new Date(Date.UTC(Number(year), Number(month), 1)).toISOString().slice(0, 10)
  return { name: `site_offers_${year}_${month}`, from: `${year}-${month}-01`, to: next }
}

const DAY = /^(?<year>[12]\d{3})-(?<month>0[1-9]|1[0-2])-\d\d$/
