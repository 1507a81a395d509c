import { dayNumber } from '../../../contract/lib/dates.ts'
import { readChanges } from '../../history/changes.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'

/**
 * Returns for how many days the own sites have listed each tyre without a break. Days without an import are no break.
 * @param day YYYY-MM-DD, the last day
 * @returns days by tyre id; a tyre listed since `day` has 0
 */
export async function loadListedSince(
  sql: ReadSql,
  tyres: readonly number[],
  ownSites: readonly number[],
  day: string,
): Promise<Map<number, number>> {
  const ages = new Map<number, number>()
  if (tyres.length === 0 || ownSites.length === 0) return ages
  const [ids, sites] = [inList(tyres), inList(ownSites)]
  const rows = await sql.all<{ tyre_id: number; site_id: number; day: string; changes: string }>(
    `SELECT tyre_id, site_id, day, changes FROM price_history
     WHERE tyre_id IN (${ids.places}) AND site_id IN (${sites.places}) AND day <= ? ORDER BY tyre_id, day`,
    ...ids.values,
    ...sites.values,
    day,
  )
  for (const [tyre, ofTyre] of Map.groupBy(rows, (row) => row.tyre_id)) {
    const since = listedSince(ofTyre)
    if (since !== null) ages.set(tyre, dayNumber(day) - dayNumber(since))
  }
  return ages
}

/** @param rows changes in order of the day; @returns null if no site lists the tyre any more */
function listedSince(rows: readonly { site_id: number; day: string; changes: string }[]): string | null {
  const places = new Set<string>()
  let since: string | null = null
  for (const [at, { site_id, day, changes }] of rows.entries()) {
    for (const { location, offer } of readChanges(changes)) {
      if (offer) places.add(`${site_id} ${location}`)
      else places.delete(`${site_id} ${location}`)
    }
    // Several sites may change on the same day: only the state after the last of them counts.
    if (rows[at + 1]?.day === day) continue
    if (places.size === 0) since = null
    else since ??= day
  }
  return since
}
