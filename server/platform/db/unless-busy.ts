import type { Db, Transaction } from './db.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Runs `work`, or nothing of it if PostgreSQL would have it wait longer for a lock: whoever wants to read the same table waits behind it.
 * @param patience as PostgreSQL writes times
 * @returns whether it was done
 */
export async function unlessBusy(
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
