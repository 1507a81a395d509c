import type { ReadSql } from '../platform/db/db.ts'
import { priceVersion } from './versions.ts'

/**
 * Keeps what was loaded until the next import or removal of prices. A call costs one look at the version; a failure is not kept.
 * @param load reads what is to be kept
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
