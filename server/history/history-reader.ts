import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayNumber, dayOfNumber } from '../../contract/lib/dates.ts'
import type { PriceKind } from '../../contract/offers/offer-values.ts'
import type { HistoryKind, SiteHistory, SparkLine, TyreHistory } from '../../contract/tyre/history-answer.ts'
import { SPARKLINE_DAYS } from '../../contract/tyre/history-answer.ts'
import type { ReadSql } from '../platform/db/db.ts'
import type { Offer, OfferLocation } from '../prices/offer.ts'
import { untilNextImport } from '../prices/until-next-import.ts'
import { addPricedLocations, type HistoryOffer, parseChanges, readChanges } from './changes.ts'
import { locationsById } from './location-ids.ts'
import { loadImportedDays } from './store.ts'
import { buildSeries, type DayChanges, type Series, trimSeries } from './timeline.ts'

/** Reads the price histories of tyres (specification 14.3). */
export interface HistoryReader {
  /** Returns the whole history of a tyre's prices of one kind, in one city or, with '', in all. */
  history(tyre: number, kind: HistoryKind, city: string): Promise<TyreHistory>
  /** Returns the daily medians up to a day for each of the tyres. */
  sparklines(
    tyres: readonly number[],
    kind: HistoryKind,
    city: string,
    day: string,
  ): Promise<Map<number, SparkLine>>
  /** Returns the days on which a tyre's prices of a day began. */
  priceDates(tyre: number, day: string): Promise<PriceDates>
}

interface PriceDates {
  /** Returns the first day of the current price; null if there is none, or if the history has another price. */
  since(siteId: number, offer: Offer, price: PriceKind): string | null
}

export function createHistoryReader(sql: ReadSql, isOwnSite: (host: string) => boolean): HistoryReader {
  const locations = untilNextImport(sql, locationsById)
  const imported = untilNextImport(sql, loadImportedDays)

  return {
    async history(tyre, kind, city) {
      const changes = parseRows(await loadChanges(sql, tyre))
      const priced = new Set<number>()
      for (const day of changes) addPricedLocations(priced, day.changes)
      const known = await locations()
      const cities = new Set([...priced].map((location) => known.get(location)?.city ?? ''))
      const answer: TyreHistory = { kind, city, ...EMPTY_HISTORY, cities: [...cities].sort(byName) }
      const days = await imported()
      const first = changes.reduce((least, { day }) => Math.min(least, day), Number.POSITIVE_INFINITY)
      const last = changes.reduce(
        (most, { siteId }) => Math.max(most, days.get(siteId)?.at(-1)?.last ?? 0),
        0,
      )
      if (first > last) return answer
      const includes = city === '' ? null : (location: number) => known.get(location)?.city === city
      const series = buildSeries(changes, { first, last }, { kind, includes }, days)
      const trimmed = trimSeries(series, first)
      if (!trimmed) return answer
      const { min, median, max } = trimmed.series
      return {
        ...answer,
        from: dayOfNumber(trimmed.from),
        to: dayOfNumber(trimmed.to),
        min,
        median,
        max,
        sites: siteHistories(await loadHosts(sql), trimmed, isOwnSite),
      }
    },

    async sparklines(tyres, kind, city, day) {
      const last = dayNumber(day)
      const span = { first: last - SPARKLINE_DAYS + 1, last }
      const lines = new Map<number, SparkLine>()
      const days = await imported()
      const known = city === '' ? new Map<number, OfferLocation>() : await locations()
      const includes = city === '' ? null : (location: number) => known.get(location)?.city === city
      for (let at = 0; at < tyres.length; at += TYRES_PER_QUERY) {
        // Yields, so that other requests are answered in between.
        if (at > 0) await nextTurn()
        const chunk = tyres.slice(at, at + TYRES_PER_QUERY)
        const rows = await sql.all<ChangeRow & { tyre_id: number }>(
          `SELECT tyre_id, site_id, day, changes FROM price_history
           WHERE tyre_id IN (${PLACEHOLDERS}) AND day <= ? ORDER BY tyre_id, site_id, day`,
          ...chunk,
          ...new Array<number>(TYRES_PER_QUERY - chunk.length).fill(-1),
          day,
        )
        const byTyre = Map.groupBy(rows, (row) => row.tyre_id)
        for (const tyre of chunk) {
          const series = buildSeries(parseRows(byTyre.get(tyre) ?? []), span, { kind, includes }, days)
          lines.set(tyre, { prices: series.median, mixed: isMixed(series) })
        }
      }
      return lines
    },

    async priceDates(tyre, day) {
      const rows = (await loadChanges(sql, tyre)).filter((row) => row.day <= day)
      const since = new Map<number, Map<number, DatedPrices>>()
      for (const [siteId, changes] of Map.groupBy(rows, (row) => row.site_id))
        since.set(siteId, datedPrices(changes))
      const known = await locations()
      return {
        since(siteId, offer, price) {
          for (const [location, found] of since.get(siteId) ?? []) {
            const where = known.get(location)
            if (where?.city !== offer.city || where.warehouse !== offer.warehouse) continue
            return found.offer[price] === offer[price] ? found[price] : null
          }
          return null
        },
      }
    },
  }
}

/** Returns whether the last prices come from other sites, or from other locations of a site, than the first ones. */
function isMixed({ median, sites, moved }: Series): boolean {
  const first = median.findIndex((price) => price !== null)
  const last = median.findLastIndex((price) => price !== null)
  return (
    moved.size > 0 ||
    [...sites.values()].some((prices) => (prices[first] === null) !== (prices[last] === null))
  )
}

/** Prices of a location with the first day of each; null for a missing price. */
interface DatedPrices extends Record<PriceKind, string | null> {
  offer: HistoryOffer
}

/** @param changes changes at one site, in order */
function datedPrices(changes: readonly ChangeRow[]): Map<number, DatedPrices> {
  const locations = new Map<number, DatedPrices>()
  for (const { day, changes: text } of changes) {
    for (const { location, offer } of readChanges(text)) {
      const before = locations.get(location)
      if (!offer) locations.delete(location)
      else {
        const since = (price: PriceKind) => {
          if (offer[price] === null) return null
          return before?.offer[price] === offer[price] ? before[price] : day
        }
        locations.set(location, {
          offer,
          retail: since('retail'),
          wholesale: since('wholesale'),
          cost: since('cost'),
        })
      }
    }
  }
  return locations
}

/** Number of tyres per statement; constant, so that the statement is prepared only once. */
const TYRES_PER_QUERY = 10
const PLACEHOLDERS = new Array(TYRES_PER_QUERY).fill('?').join(',')
const EMPTY_HISTORY = { from: null, to: null, min: [], median: [], max: [], sites: [] } as const
const byName = new Intl.Collator('ru').compare

/** Row of the table price_history. */
interface ChangeRow {
  site_id: number
  /** YYYY-MM-DD */
  day: string
  changes: string
}

const parseRows = (rows: readonly ChangeRow[]): DayChanges[] =>
  rows.map(({ site_id: siteId, day, changes }) => ({
    siteId,
    day: dayNumber(day),
    changes: parseChanges(changes),
  }))

function loadChanges(sql: ReadSql, tyre: number): Promise<ChangeRow[]> {
  return sql.all<ChangeRow>`
    SELECT site_id, day, changes FROM price_history WHERE tyre_id = ${tyre} ORDER BY site_id, day`
}

async function loadHosts(sql: ReadSql): Promise<Map<number, string>> {
  const rows = await sql.all<{ id: number; host: string }>('SELECT id, host FROM sites')
  return new Map(rows.map(({ id, host }) => [id, host]))
}

function siteHistories(
  hostOf: ReadonlyMap<number, string>,
  { series, from }: { series: Series; from: number },
  isOwnSite: (host: string) => boolean,
): SiteHistory[] {
  const sites = [...series.sites].map(([id, prices]) => {
    const site = hostOf.get(id) ?? ''
    const moved = (series.moved.get(id) ?? []).map((day) => dayOfNumber(from + day))
    const out = (series.out.get(id) ?? []).map(
      ([first, last]) => [dayOfNumber(from + first), dayOfNumber(from + last)] as const,
    )
    return { site, own: isOwnSite(site), prices, moved, out }
  })
  return sites.sort((a, b) => Number(b.own) - Number(a.own) || (a.site < b.site ? -1 : 1))
}
