import { SURE_SCORE, type UnsureAnswer } from '../../../contract/matching/matching.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'

/**
 * Returns the sites whose listings were matched with these tyres by description and not for sure (specification 21.6).
 * Unknown tyres, and listings that are left out of the figures, are ignored.
 * @param wanted keys of tyres, at least one
 */
export async function unsureMatches(
  sql: ReadSql,
  keys: TyreKeys,
  wanted: readonly string[],
): Promise<UnsureAnswer['unsure']> {
  const byTyre = new Map<number, string>()
  for (const key of wanted) {
    const tyre = await keys(key)
    if (tyre !== undefined) byTyre.set(tyre, key)
  }
  if (byTyre.size === 0) return []
  const tyres = inList([...byTyre.keys()])
  const rows = await sql.all<{ tyre_id: number; host: string; score: number }>(
    `SELECT l.tyre_id, s.host, min(l.score) AS score FROM listings l JOIN sites s ON s.id = l.site_id
     WHERE l.tyre_id IN (${tyres.places}) AND l.how = 'description' AND l.score < ${SURE_SCORE} AND l.excluded = ''
     GROUP BY l.tyre_id, s.host ORDER BY s.host, l.tyre_id`,
    ...tyres.values,
  )
  return rows.map(({ tyre_id: tyre, host, score }) => ({
    key: byTyre.get(tyre) as string,
    site: host,
    score,
  }))
}
