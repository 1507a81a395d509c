import type { ReadSql } from '../platform/db/db.ts'
import { priceVersion } from './versions.ts'

/**
 * Caches a value until the next import or removal of prices. Each call reads the version of the prices; failures are
 * not cached.
 * @param readVersion reads another version, which changes with more than the prices
 */
export function untilNextImport<T>(
  sql: ReadSql,
  load: (sql: ReadSql) => Promise<T>,
  readVersion: (sql: ReadSql) => Promise<number | string | undefined> = priceVersion,
): () => Promise<T> {
  let version: number | string | undefined
  let kept: Promise<T> | undefined
  return async () => {
    const current = await readVersion(sql)
    if (current !== version || !kept) {
      version = current
      kept = sql.together(load)
      kept.catch(() => {
        kept = undefined
      })
    }
    return kept
  }
}
