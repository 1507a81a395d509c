import type { ReadSql } from '../platform/db/db.ts'
import { priceVersion } from './versions.ts'

/**
 * Caches a value until the next import or removal of prices. Each call reads the version of the prices; failures are
 * not cached.
 */
export function untilNextImport<T>(sql: ReadSql, load: (sql: ReadSql) => Promise<T>): () => Promise<T> {
  let version: number | undefined
  let kept: Promise<T> | undefined
  return async () => {
    const current = await priceVersion(sql)
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
