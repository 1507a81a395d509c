import type { Sql } from '../platform/db/db.ts'
import type { ComparedTyres } from '../prices/day-history.ts'
import type { Offer } from '../prices/offer.ts'
import { changesBetween } from './changes.ts'
import type { PlaceNumbers } from './places.ts'

/** The days before and after one among those of a site; null if there is none. */
export interface Neighbours {
  previous: string | null
  next: string | null
}

/** @param table of a site's days: those of the history, or those whose prices are kept */
export async function neighboursIn(
  sql: Sql,
  table: 'history_days' | 'snapshots',
  siteId: number,
  day: string,
): Promise<Neighbours> {
  const row = await sql.get<Neighbours>(
    `SELECT (SELECT max(day) FROM ${table} WHERE site_id = ? AND day < ?) AS previous,
       (SELECT min(day) FROM ${table} WHERE site_id = ? AND day > ?) AS next`,
    siteId,
    day,
    siteId,
    day,
  )
  return row ?? { previous: null, next: null }
}

export async function isIn(
  sql: Sql,
  table: 'history_days' | 'snapshots',
  siteId: number,
  day: string,
): Promise<boolean> {
  return (
    (await sql.get(`SELECT 1 AS found FROM ${table} WHERE site_id = ? AND day = ?`, siteId, day)) !==
    undefined
  )
}

/**
 * Takes the days that events made after one imported by the site itself out of its days, since from its own first day on events
 * count for nothing, in whichever order they came. Their changes stay, on which later days may rest, until the day is rewritten.
 * @returns whether there were any
 */
export async function dropEventDaysAfter(sql: Sql, siteId: number, day: string): Promise<boolean> {
  const dropped = await sql.run(
    'DELETE FROM history_days WHERE site_id = ? AND day > ? AND from_events = 1',
    siteId,
    day,
  )
  return dropped > 0
}

export async function addDay(sql: Sql, siteId: number, day: string): Promise<void> {
  await sql.run(
    `INSERT INTO history_days (site_id, day) VALUES (?, ?)
     ON CONFLICT (site_id, day) DO UPDATE SET from_events = 0`,
    siteId,
    day,
  )
}

/** Tyre by tyre, since one day's rows lie among those of all others. */
export async function dropChanges(sql: Sql, siteId: number, day: string): Promise<void> {
  await sql.run(
    'DELETE FROM price_history WHERE site_id = ? AND day = ? AND tyre_id IN (SELECT id FROM tyres)',
    siteId,
    day,
  )
}

/** Writes the changes of a site's day, which must have none yet. */
export class ChangesWriter implements ComparedTyres {
  readonly #sql: Sql
  readonly #siteId: number
  readonly #day: string
  readonly #places: PlaceNumbers
  #rows: [tyreId: number, siteId: number, day: string, changes: string][] = []

  constructor(sql: Sql, siteId: number, day: string, places: PlaceNumbers) {
    this.#sql = sql
    this.#siteId = siteId
    this.#day = day
    this.#places = places
  }

  add(tyreId: number, before: readonly Offer[], after: readonly Offer[]): void {
    const changes = changesBetween(before, after, (place) => this.#places.of(place))
    if (changes !== '') this.#rows.push([tyreId, this.#siteId, this.#day, changes])
  }

  async flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    await this.#places.flush()
    if (rows.length > 0) {
      await this.#sql.insertMany('price_history', ['tyre_id', 'site_id', 'day', 'changes'], rows)
    }
  }
}
