import { dayNumber, dayOfNumber } from '../../contract/lib/dates.ts'
import type { Sql } from '../platform/db/db.ts'
import type { Offer } from '../prices/offer.ts'
import { changesBetween } from './changes.ts'
import { type Place, PlaceNumbers } from './places.ts'
import { offersReader, tyreChunks } from './rewrite.ts'

/** From a day on, a tyre costs this, until its next event; without a price it is no longer offered. */
export interface TyreEvent {
  tyre: number
  day: string
  wholesale: number | null
  retail: number | null
}

export interface ImportedEvents {
  /** the site's first day that was imported itself, before which alone events count */
  firstImported: string
  /** what the history now begins with; null if no event is before that day, and so nothing has changed */
  from: string | null
  /** the last day of the list's that counts */
  to: string | null
  days: number
  tyres: number
  /** changes written */
  changes: number
  /** events from that day on, which say nothing new */
  late: number
}

/** The site's first day that was imported itself, not made of events. */
export async function firstImportedDay(sql: Sql, siteId: number): Promise<string | null> {
  const row = await sql.get<{ day: string | null }>(
    'SELECT min(day) AS day FROM history_days WHERE site_id = ? AND from_events = 0',
    siteId,
  )
  return row?.day ?? null
}

/**
 * Puts a history from elsewhere before that of a site: its days from the first event on, in place of those that earlier events
 * made. Without an event before the site's own days nothing is touched: a list that says nothing of a site replaces nothing.
 * Call it under the lock of an import.
 * @param events in order of their days
 * @param until the last day that the list knows of, after which nothing is known until the first imported one
 * @param place for prices of which no place is known
 */
export async function importEvents(
  sql: Sql,
  siteId: number,
  firstImported: string,
  events: readonly TyreEvent[],
  until: string,
  place: Place,
): Promise<ImportedEvents> {
  const early = events.filter(({ day }) => day < firstImported)
  const late = events.length - early.length
  const from = early[0]?.day
  if (from === undefined) return { firstImported, from: null, to: null, days: 0, tyres: 0, changes: 0, late }
  const byTyre = Map.groupBy(early, ({ tyre }) => tyre)
  const places = await PlaceNumbers.load(sql)
  const imported = await offersReader(sql, siteId, firstImported)
  let changes = 0
  for await (const { after, upTo } of tyreChunks(sql)) {
    const then = await imported(after, upTo)
    await sql.run(
      'DELETE FROM price_history WHERE tyre_id > ? AND tyre_id <= ? AND site_id = ? AND day <= ?',
      after,
      upTo,
      siteId,
      firstImported,
    )
    const rows: [number, number, string, string][] = []
    for (let tyre = after + 1; tyre <= upTo; tyre++) {
      let offers: Offer[] = []
      const change = (day: string, next: readonly Offer[]) => {
        const text = changesBetween(offers, next, (one) => places.of(one))
        if (text !== '') rows.push([tyre, siteId, day, text])
        offers = [...next]
      }
      for (const [day, ofDay] of Map.groupBy(byTyre.get(tyre) ?? [], (event) => event.day)) {
        // Of several on one day the last one counts.
        change(day, offersOf(ofDay.at(-1) as TyreEvent, place))
      }
      change(firstImported, then.get(tyre) ?? [])
    }
    changes += rows.filter(([, , day]) => day < firstImported).length
    await places.flush()
    await sql.insertMany('price_history', ['tyre_id', 'site_id', 'day', 'changes'], rows)
  }
  await sql.run(
    'DELETE FROM history_days WHERE site_id = ? AND day < ? AND from_events = 1',
    siteId,
    firstImported,
  )
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

function offersOf({ wholesale, retail }: TyreEvent, place: Place): Offer[] {
  if (wholesale === null && retail === null) return []
  const { city, warehouse } = place
  return [{ city, warehouse, retail, wholesale, cost: null, stock: null }]
}

/** Every calendar day from one to another: prices stand from event to event. */
function daysOf(from: string, to: string): string[] {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  return Array.from({ length: last - first + 1 }, (_, index) => dayOfNumber(first + index))
}
