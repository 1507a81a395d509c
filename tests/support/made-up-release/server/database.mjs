import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { columns, failAt } from '../manifest.mjs'

export const file = () => join(process.env.DATA_DIR, 'prices.sqlite')

export function open() {
  const database = new DatabaseSync(file(), { timeout: 5_000 })
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS prices (price INTEGER)')
  return database
}

/** Adds the missing columns within one transaction. */
export function migrate(database) {
  database.exec('BEGIN IMMEDIATE')
  const present = database.prepare("SELECT name FROM pragma_table_info('prices')").all()
  for (const column of columns)
    if (!present.some(({ name }) => name === column))
      database.exec(`ALTER TABLE prices ADD COLUMN ${column} TEXT NOT NULL DEFAULT ''`)
  failAt('migrate')
  database.exec('COMMIT')
}
