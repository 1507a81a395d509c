import { dayNumber } from '../../contract/lib/dates.ts'
import type { ReadSql, Sql } from '../platform/db/db.ts'
import { inList } from '../platform/db/in-list.ts'
import type { ComparedTyres } from '../prices/day-history.ts'
import type { Offer } from '../prices/offer.ts'
import { changesBetween, readChanges } from './changes.ts'
import { type LocationIds, locationsById } from './location-ids.ts'

/** Previous and next day of a site; null if there is none. */
export interface Neighbours {
  previous: string | null
  next: string | null
}

/** @param table history_days for the days in the history, snapshots for the days with stored prices */
export async function neighbourDays(
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

export async function isDayStored(
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

/** Removes a site's event days after its imported day, which replaces them. @returns true if there were any */
export async function dropEventDaysAfter(sql: Sql, siteId: number, day: string): Promise<boolean> {
  const dropped = await sql.run`
    DELETE FROM history_days WHERE site_id = ${siteId} AND day > ${day} AND from_events = 1`
  return dropped > 0
}

export async function addImportedDay(sql: Sql, siteId: number, day: string): Promise<void> {
  await sql.run`
    INSERT INTO history_days (site_id, day) VALUES (${siteId}, ${day})
    ON CONFLICT (site_id, day) DO UPDATE SET from_events = 0`
}

/** Deletes the changes of a site's day by tyre id, because a day's rows are scattered among those of other days. */
export async function dropChanges(sql: Sql, siteId: number, day: string): Promise<void> {
  await sql.run`
    DELETE FROM price_history WHERE site_id = ${siteId} AND day = ${day} AND tyre_id IN (SELECT id
    FROM tyres)`
}

/** Writes the changes of a site's day that has no changes yet. */
export class ChangesWriter implements ComparedTyres {
  readonly #sql: Sql
  readonly #siteId: number
  readonly #day: string
  readonly #locationIds: LocationIds
  #rows: [tyreId: number, siteId: number, day: string, changes: string][] = []
  #separate: [listingId: number, day: string, changes: string][] = []

  constructor(sql: Sql, siteId: number, day: string, locationIds: LocationIds) {
    this.#sql = sql
    this.#siteId = siteId
    this.#day = day
    this.#locationIds = locationIds
  }

  add(tyreId: number, before: readonly Offer[], after: readonly Offer[]): void {
    const changes = changesBetween(before, after, (location) => this.#locationIds.of(location))
    if (changes !== '') this.#rows.push([tyreId, this.#siteId, this.#day, changes])
  }

  addSeparate(listingId: number, before: readonly Offer[], after: readonly Offer[]): void {
    const changes = changesBetween(before, after, (location) => this.#locationIds.of(location))
    if (changes !== '') this.#separate.push([listingId, this.#day, changes])
  }

  async flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    const separate = this.#separate
    this.#separate = []
    await this.#locationIds.flush()
    if (rows.length > 0) {
      await this.#sql.insertMany('price_history', ['tyre_id', 'site_id', 'day', 'changes'], rows)
    }
    for (const [listing, day, changes] of separate) {
      await this.#sql.run`DELETE FROM listing_history WHERE listing_id = ${listing} AND day = ${day}`
      await this.#sql.insertMany(
        'listing_history',
        ['listing_id', 'day', 'changes'],
        [[listing, day, changes]],
      )
    }
  }
}

/** Consecutive days by their numbers, first and last included. */
export interface DayRun {
  first: number
  last: number
}

/** Loads each site's days as runs of consecutive days, by site id. Takes some milliseconds, so callers cache them. */
export async function loadImportedDays(sql: ReadSql): Promise<Map<number, readonly DayRun[]>> {
  const rows = await sql.all<{ site_id: number; day: string }>(
    'SELECT site_id, day FROM history_days ORDER BY site_id, day',
  )
  const runs = new Map<number, DayRun[]>()
  for (const { site_id: siteId, day } of rows) {
    const number = dayNumber(day)
    const ofSite = runs.get(siteId)
    const run = ofSite?.at(-1)
    if (run?.last === number - 1) run.last = number
    else if (ofSite) ofSite.push({ first: number, last: number })
    else runs.set(siteId, [{ first: number, last: number }])
  }
  return runs
}

const READ_AT_ONCE = 128

/** Returns the cities in which a site listed each tyre on any day before; an empty set for tyres never listed. */
export async function citiesListedBefore(
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
