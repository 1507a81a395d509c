import type { ReadSql } from '../platform/db/db.ts'
import { priceVersion } from './versions.ts'

/**
 * Caches a value until the next import or removal of prices. A call costs one look-up of the version; failures are
 * not cached.
 * @param load loads the value
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
