import { dayNumber, dayOfNumber } from '../../contract/lib/dates.ts'
import type { Sql } from '../platform/db/db.ts'
import { NO_VALUES, type Offer, type OfferLocation } from '../prices/offer.ts'
import { tyreRanges } from '../prices/tyre-catalog.ts'
import { changesBetween } from './changes.ts'
import { LocationIds } from './location-ids.ts'
import { IDS_AT_ONCE, offersReader } from './rewrite-day.ts'

/** Price of a tyre from a day until its next event; without prices, the tyre is no longer offered. */
export interface TyreEvent {
  tyre: number
  day: string
  wholesale: number | null
  retail: number | null
}

export interface ImportedEvents {
  /** first imported day of the site; only events before it count */
  firstImported: string
  /** first day of the history after the import; null if nothing changed, because no event is before `firstImported` */
  from: string | null
  /** last day of the list that counts */
  to: string | null
  days: number
  tyres: number
  /** number of changes written */
  changes: number
  /** number of events from `firstImported` on, which are ignored */
  late: number
}

/** Returns the first day of the site that was imported as a price list, not from events. */
export async function firstImportedDay(sql: Sql, siteId: number): Promise<string | null> {
  const row = await sql.get<{ day: string | null }>`
    SELECT min(day) AS day FROM history_days WHERE site_id = ${siteId} AND from_events = 0`
  return row?.day ?? null
}

/**
 * Adds a history from another program before that of a site: its days from the first event on, replacing those of
 * earlier event lists. Without an event before the site's imported days nothing is changed, so that a list without
 * this site replaces nothing. Must be called under the lock of an import.
 * @param events in order of their days
 * @param until last day that the list covers; the days between it and the first imported one remain unknown
 * @param place location of prices without one
 */
export async function importEvents(
  sql: Sql,
  siteId: number,
  firstImported: string,
  events: readonly TyreEvent[],
  until: string,
  location: OfferLocation,
): Promise<ImportedEvents> {
  const early = events.filter(({ day }) => day < firstImported)
  const late = events.length - early.length
  const from = early[0]?.day
  if (from === undefined) return { firstImported, from: null, to: null, days: 0, tyres: 0, changes: 0, late }
  const byTyre = Map.groupBy(early, ({ tyre }) => tyre)
  const locationIds = await LocationIds.load(sql)
  const imported = await offersReader(sql, siteId, firstImported)
  let changes = 0
  for await (const { after, upTo } of tyreRanges(sql, IDS_AT_ONCE)) {
    const then = await imported(after, upTo)
    await sql.run`
      DELETE FROM price_history
      WHERE tyre_id > ${after} AND tyre_id <= ${upTo} AND site_id = ${siteId} AND day <= ${firstImported}`
    const rows: [number, number, string, string][] = []
    for (let tyre = after + 1; tyre <= upTo; tyre++) {
      let offers: Offer[] = []
      const change = (day: string, next: readonly Offer[]) => {
        const text = changesBetween(offers, next, (one) => locationIds.of(one))
        if (text !== '') rows.push([tyre, siteId, day, text])
        offers = [...next]
      }
      for (const [day, ofDay] of Map.groupBy(byTyre.get(tyre) ?? [], (event) => event.day)) {
        // The last event of a day wins.
        change(day, offersOf(ofDay.at(-1) as TyreEvent, location))
      }
      change(firstImported, then.get(tyre) ?? [])
    }
    changes += rows.filter(([, , day]) => day < firstImported).length
    await locationIds.flush()
    await sql.insertMany('price_history', ['tyre_id', 'site_id', 'day', 'changes'], rows)
  }
  await sql.run`
    DELETE FROM history_days WHERE site_id = ${siteId} AND day < ${firstImported} AND from_events = 1`
  const days = daysOf(from, until).filter((day) => day < firstImported)
  await sql.insertMany(
    'history_days',
    ['site_id', 'day', 'from_events'],
    days.map((day) => [siteId, day, 1]),
  )
  return {
    firstImported,
    from,
    to: days.at(-1) ?? null,
    days: days.length,
    tyres: byTyre.size,
    changes,
    late,
  }
}

function offersOf({ wholesale, retail }: TyreEvent, location: OfferLocation): Offer[] {
  if (wholesale === null && retail === null) return []
  const { city, warehouse } = location
  return [{ ...NO_VALUES, city, warehouse, retail, wholesale }]
}

/** Returns every calendar day of a span, since prices are valid from event to event. */
function daysOf(from: string, to: string): string[] {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  return Array.from({ length: last - first + 1 }, (_, index) => dayOfNumber(first + index))
}
