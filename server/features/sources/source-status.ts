import type { Sql } from '../../platform/db/db.ts'
import { lastDay, type SiteDay } from './site-days.ts'
import type { LastFetch, Source } from './source.ts'
import { fetchKey } from './store.ts'

/** Prices of a site that its source's last import has saved. */
export interface SourceStatus {
  day: SiteDay
  lastFetch: LastFetch
}

/** Returns the site's last day up to a given one, if this source's last import has saved it with the same mapping. */
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
