import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SqlValue } from '../../../server/platform/db/db.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'

/**
 * Program that copies the finished rows of an import to an empty second database, and prints the time in seconds. No
 * import can be faster than that.
 */

const TABLES = ['sites', 'tyres', 'snapshots', 'site_offers', 'site_cities']

const dataDir = process.env.DATA_DIR as string
const from = await openDatabase({ dataDir, databaseUrl: undefined })
const stored = new Map<string, SqlValue[][]>()
const columns = new Map<string, string[]>()
for (const table of TABLES) {
  const rows = await from.all(`SELECT * FROM ${table}`)
  columns.set(table, Object.keys(rows[0] ?? {}))
  stored.set(
    table,
    rows.map((row) => Object.values(row)),
  )
}
await from.close()

const emptyDir = join(dataDir, 'limit')
rmSync(emptyDir, { recursive: true, force: true })
const to = await openDatabase({ dataDir: emptyDir, databaseUrl: undefined })
const began = performance.now()
await to.transaction(async (sql) => {
  for (const [table, rows] of stored) await sql.insertMany(table, columns.get(table) ?? [], rows)
})
await to.close()
process.stdout.write(String((performance.now() - began) / 1000))
