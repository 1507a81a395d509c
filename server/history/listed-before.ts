import type { ReadSql } from '../platform/db/db.ts'
import { inList } from '../platform/db/in-list.ts'
import { readChanges } from './changes.ts'
import { locationsById } from './location-ids.ts'

const READ_AT_ONCE = 128

/**
 * Returns for each of the tyres the cities in which a site listed it on any day before; an empty set for tyres that it
 * never listed.
 */
export async function listedBefore(
  sql: ReadSql,
  siteId: number,
  day: string,
  tyres: readonly number[],
): Promise<Map<number, Set<string>>> {
  const locations = await locationsById(sql)
  const cities = new Map(tyres.map((tyre) => [tyre, new Set<string>()]))
  for (let at = 0; at < tyres.length; at += READ_AT_ONCE) {
    const { places, values } = inList(tyres.slice(at, at + READ_AT_ONCE))
    const rows = await sql.all<{ tyre_id: number; changes: string }>(
      `SELECT tyre_id, changes FROM price_history WHERE tyre_id IN (${places}) AND site_id = ? AND day < ?`,
      ...values,
      siteId,
      day,
    )
    for (const { tyre_id, changes } of rows) {
      for (const { location, offer } of readChanges(changes)) {
        const city = offer && locations.get(location)?.city
        if (typeof city === 'string') cities.get(tyre_id)?.add(city)
      }
    }
  }
  return cities
}
