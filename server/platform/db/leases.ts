import { randomUUID } from 'node:crypto'
import type { Sql } from './db.ts'
import { assignments, part, SqlPart } from './statement.ts'

/**
 * Durable work whose rows are leased by one process at a time: table with the columns `lease`, `leased_until` and
 * `attempts`.
 */
export interface LeasedTable {
  table: string
  /** column that identifies a row */
  key: string
  /** time in ms after which a process that has not ended its work counts as dead */
  leaseMs: number
  /** whether a column `state` says which rows are 'running' and which are 'waiting' */
  hasState: boolean
}

/** Row of a table of durable work. */
export interface LeasedRow {
  lease: string
  /** number of attempts, including those that a dead process has begun */
  attempts: number
}

/** Minutes after which failed work is attempted again; after the last one it is given up. */
const RETRY_MINUTES = [1, 4, 15, 60]
export const MAX_ATTEMPTS = RETRY_MINUTES.length + 1
const MAX_PAUSE_MIN = 24 * 60

/**
 * Returns the minutes to wait after a failure; undefined if the work is to be given up.
 * @param attempts number of attempts so far, including the failed one
 * @param leastMs pause in ms that another server asks for (Retry-After)
 */
export function retryMinutes(attempts: number, leastMs = 0): number | undefined {
  const usual = RETRY_MINUTES[attempts - 1]
  const asked = Math.min(MAX_PAUSE_MIN, Math.ceil(leastMs / 60_000))
  return usual === undefined ? undefined : Math.max(usual, asked)
}

export function createLeases<Row extends LeasedRow>({ table, key, leaseMs, hasState }: LeasedTable) {
  const [leased, running] = [new SqlPart(table), hasState ? part`state = 'running',` : part``]
  const isRow = (row: Row) => {
    const id = (row as unknown as Record<string, string | number>)[key] as string | number
    return new SqlPart(`${key} = ? AND lease = ?`, [id, row.lease])
  }

  /**
   * Ends a lease with changes of the row.
   * @returns whether this process still held it
   */
  const end = async (
    sql: Pick<Sql, 'run'>,
    row: Row,
    change: Readonly<Record<string, string | number | null>>,
  ): Promise<boolean> => {
    const changes = assignments({ ...change, lease: '', leased_until: 0 })
    return (await sql.run`UPDATE ${leased} SET ${changes} WHERE ${isRow(row)}`) > 0
  }

  return {
    /**
     * Leases a row that was read, if it is still due.
     * @returns undefined if another process was faster
     */
    async take(sql: Pick<Sql, 'run'>, row: Row, now: number, due: SqlPart): Promise<Row | undefined> {
      const lease = randomUUID()
      const taken = await sql.run`
        UPDATE ${leased} SET ${running} lease = ${lease}, leased_until = ${now + leaseMs}, attempts = attempts + 1
        WHERE ${isRow(row)} AND ${due}`
      return taken === 0 ? undefined : { ...row, lease, attempts: row.attempts + 1 }
    },
    end,
    /** Resets a row to its state before this attempt, because this server stops. */
    async release(sql: Pick<Sql, 'run'>, row: Row): Promise<void> {
      await end(sql, row, { ...(hasState && { state: 'waiting' }), attempts: row.attempts - 1 })
    },
  }
}
