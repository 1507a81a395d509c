import type { Sql } from '../../platform/db/db.ts'
import { lastDay, type SiteDay } from './site-days.ts'
import type { LastFetch, Source } from './source.ts'
import { fetchKey } from './store.ts'

/** Day of a site that the source's last import saved, and that import's data. */
export interface SourceStatus {
  day: SiteDay
  lastFetch: LastFetch
}

/**
 * Returns the site's last day up to `upTo`, if it was saved by this source's last import with the current address and
 * mapping; otherwise undefined.
 */
export async function sourceStatusOf(
  sql: Sql,
  source: Source,
  upTo: string,
): Promise<SourceStatus | undefined> {
  const { lastFetch, site } = source
  if (!lastFetch || lastFetch.key !== fetchKey(source)) return undefined
  const day = await lastDay(sql, site, upTo)
  const stands = day && day.day === lastFetch.day && day.importedAt === lastFetch.importedAt
  return stands ? { day, lastFetch } : undefined
}
