import { readChanges } from '../../server/history/changes.ts'
import { locationsById } from '../../server/history/location-ids.ts'
import type { Db } from '../../server/platform/db/db.ts'

/** Returns a site's stored history, with names instead of numeric ids. */
export async function storedHistory(db: Db, site: string) {
  const days = await db.all<{ day: string }>(
    'SELECT day FROM history_days WHERE site_id = (SELECT id FROM sites WHERE host = ?) ORDER BY day',
    site,
  )
  const locations = await locationsById(db)
  const rows = await db.all<{ article: string; day: string; changes: string }>(
    `SELECT t.article, h.day, h.changes FROM price_history h JOIN tyres t ON t.id = h.tyre_id
     WHERE h.site_id = (SELECT id FROM sites WHERE host = ?)`,
    site,
  )
  const changes = rows.flatMap(({ article, day, changes: text }) =>
    readChanges(text).map(({ location, offer }) => {
      const { city, warehouse } = locations.get(location) as { city: string; warehouse: string }
      return `${day} ${article} ${city} ${warehouse}: ${JSON.stringify(offer)}`
    }),
  )
  return { days: days.map(({ day }) => day), changes: changes.sort() }
}
