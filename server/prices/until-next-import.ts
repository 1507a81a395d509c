import type { ReadSql } from '../platform/db/db.ts'
import { createRecentCache } from '../platform/recent-cache.ts'
import { priceVersion } from './versions.ts'

/** Caches a value while the version of the prices, or another one, stays the same; failures are not cached. */
export function untilNextImport<T>(
  sql: ReadSql,
  load: (sql: ReadSql) => Promise<T>,
  readVersion: (sql: ReadSql) => Promise<number | string | undefined> = priceVersion,
): () => Promise<T> {
  const cached = createRecentCache<T>(1)
  return async () => cached('', () => sql.together(load), await readVersion(sql))
}
