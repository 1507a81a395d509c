import type { Db, Sql, Transaction } from './db.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Runs `work` in a transaction. On PostgreSQL, gives up if the transaction waits too long for a lock, because readers
 * of the same table wait behind it.
 * @param patience maximum wait for a lock in PostgreSQL's notation
 * @returns whether the work was done
 */
export async function tryTransaction(
  db: Db,
  patience: string,
  work: (sql: Transaction) => Promise<void>,
): Promise<boolean> {
  try {
    await db.transaction(async (sql) => {
      if (sql.engine === 'postgres') await sql.run(`SET LOCAL lock_timeout = '${patience}'`)
      await work(sql)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    return false
  }
}

/**
 * PostgreSQL stores each month's prices in a partition (specification 10.32, decision 48), so that an expired month can
 * be dropped at once and its disk space is freed. The embedded engine has no partitions; it reuses the pages of deleted
 * rows.
 */

/** Partition of site_offers with the days from `from` up to and excluding `to`. */
interface Partition {
  name: string
  /** first day; '' for no lower bound */
  from: string
  to: string
}

/** Advisory lock: only one server at a time creates or drops months. */
const MONTHS_LOCK = 7420114
/**
 * Maximum time that a change of partitions waits for a running import or copy; readers of prices wait behind the
 * change.
 */
const PATIENCE = '200ms'

/**
 * Creates the partitions of a day's month and of the next one, before prices of the day are written. This is a separate
 * transaction, because a new partition is locked until its transaction ends. If the lock is not available, the next
 * import creates them and moves the month's rows out of the partition for the rest.
 * @param day YYYY-MM-DD
 */
export async function createMonthPartitions(db: Db, day: string): Promise<void> {
  if (db.engine !== 'postgres') return
  const month = monthOf(day)
  const wanted = month ? [month, monthOf(month.to) as Partition] : []
  if (missing(wanted, await partitions(db)).length === 0) return
  await tryTransaction(db, PATIENCE, (sql) => makeMonthsWithin(sql, wanted))
}

/**
 * Creates the partitions for the days of copied rows, in the transaction that copies them: nobody reads the rows before
 * it ends.
 */
export async function makeMonthsOf(sql: Transaction, days: Iterable<string>): Promise<void> {
  if (sql.engine !== 'postgres' || !(await hasMonths(sql))) return
  const months = [...new Set(days)].flatMap((day) => monthOf(day) ?? [])
  await makeMonthsWithin(sql, [...new Map(months.map((month) => [month.name, month])).values()])
}

/** @returns false for tables of an older version, which a backup may contain */
async function hasMonths(sql: Sql): Promise<boolean> {
  const row = await sql.get("SELECT 1 FROM pg_partitioned_table WHERE partrelid = 'site_offers'::regclass")
  return row !== undefined
}

/** Returns whether the day's prices will be dropped with their month's partition, so that they need not be deleted. */
export async function isDroppedWithPartition(sql: Transaction, day: string): Promise<boolean> {
  if (sql.engine !== 'postgres') return false
  return (await partitions(sql)).some(({ from, to }) => from !== '' && from <= day && day < to)
}

/**
 * Drops the partitions of months that end before a day and have no prices any more. A month that is being read or
 * written is dropped at a later call.
 * @param first YYYY-MM-DD
 */
export async function dropMonthPartitions(db: Db, first: string): Promise<void> {
  if (db.engine !== 'postgres') return
  for (const partition of await partitions(db)) {
    if (partition.to > first || (await hasPrices(db, partition))) continue
    await tryTransaction(db, PATIENCE, (sql) => dropMonth(sql, partition))
  }
}

async function dropMonth(sql: Transaction, partition: Partition): Promise<void> {
  await lockMonths(sql)
  // While this lock is held, no import can add a day of the month.
  await sql.run('LOCK TABLE ONLY site_offers IN ACCESS EXCLUSIVE MODE')
  if (!(await hasPrices(sql, partition))) await sql.run(`DROP TABLE IF EXISTS ${partition.name}`)
}

async function hasPrices(sql: Sql, { from, to }: Partition): Promise<boolean> {
  const row = await sql.get`SELECT 1 FROM snapshots WHERE day >= ${from} AND day < ${to} LIMIT 1`
  return row !== undefined
}

async function makeMonthsWithin(sql: Sql, wanted: readonly Partition[]): Promise<void> {
  await lockMonths(sql)
  // ATTACH takes the same lock. It is taken first, in the same order as ANALYZE takes its locks, to prevent a deadlock.
  await sql.run('LOCK TABLE ONLY site_offers IN SHARE UPDATE EXCLUSIVE MODE')
  const there = await partitions(sql)
  for (const { name, from, to } of missing(wanted, there)) {
    await sql.run(`CREATE TABLE ${name} (LIKE site_offers INCLUDING INDEXES)`)
    // Rows of this month that were written before its partition existed are in the partition for the rest; they must be
    // moved before the month can be attached.
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

const lockMonths = (sql: Sql) => sql.get`SELECT pg_advisory_xact_lock(${MONTHS_LOCK})`

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

/**
 * @returns undefined for an implausible day, which a backup may contain; its rows are stored in the partition for the
 * rest
 */
function monthOf(day: string): Partition | undefined {
  const { year, month } = DAY.exec(day)?.groups ?? {}
  if (!year || !month) return undefined
  const next = new Date(Date.UTC(Number(year), Number(month), 1)).toISOString().slice(0, 10)
  return { name: `site_offers_${year}_${month}`, from: `${year}-${month}-01`, to: next }
}

const DAY = /^(?<year>[12]\d{3})-(?<month>0[1-9]|1[0-2])-\d\d$/
