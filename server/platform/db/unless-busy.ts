import type { Db, Transaction } from './db.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Runs `work` in a transaction. On PostgreSQL, gives up if the transaction waits too long for a lock, because readers
 * of the same table wait behind it.
 * @param patience maximum wait for a lock in PostgreSQL's notation
 * @returns whether the work was done
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
