import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayNumber, dayOfNumber } from '../../contract/lib/dates.ts'
import type { HistoryKind, SiteHistory, SparkLine, TyreHistory } from '../../contract/tyre/history-answer.ts'
import { SPARKLINE_DAYS } from '../../contract/tyre/history-answer.ts'
import type { DatedPrice } from '../../contract/tyre/tyre-answer.ts'
import type { ReadSql } from '../platform/db/db.ts'
import type { Offer } from '../prices/offer.ts'
import { untilNextImport } from '../prices/until-next-import.ts'
import { addPricedPlaces, type KeptOffer, parseChanges, readChanges } from './changes.ts'
import { loadImportedDays } from './imported-days.ts'
import { type Place, placesById } from './places.ts'
import { type DayChanges, type Series, seriesOf, trimmed } from './timeline.ts'

/** Reads histories of tyres (specification 14.3). */
export interface HistoryReader {
  /** The whole history of a tyre's prices of one kind, in one city or, with '', in all. */
  history(tyre: number, kind: HistoryKind, city: string): Promise<TyreHistory>
  /** The medians of the days up to one, for each of the tyres. */
  sparklines(
    tyres: readonly number[],
    kind: HistoryKind,
    city: string,
    day: string,
  ): Promise<Map<number, SparkLine>>
  /** Since when the prices of a tyre on a day stand. */
  standing(tyre: number, day: string): Promise<Standing>
}

interface Standing {
  /** The first day of a present price; null if there is none, or it is not what the history has. */
  since(siteId: number, offer: Offer, price: DatedPrice): string | null
}

export function createHistoryReader(sql: ReadSql, isOwnSite: (host: string) => boolean): HistoryReader {
  const places = new KnownPlaces(sql)
  const imported = untilNextImport(sql, loadImportedDays)

  return {
    async history(tyre, kind, city) {
      const changes = parsed(await rowsOf(sql, tyre))
      const priced = new Set<number>()
      for (const day of changes) addPricedPlaces(priced, day.changes)
      const known = await places.covering([...priced])
      const cities = new Set([...priced].map((place) => known.get(place)?.city ?? ''))
      const answer: TyreHistory = { kind, city, ...NOTHING, cities: [...cities].sort(inOrder) }
      const days = await imported()
      const first = changes.reduce((least, { day }) => Math.min(least, day), Number.POSITIVE_INFINITY)
      const last = changes.reduce(
        (most, { siteId }) => Math.max(most, days.get(siteId)?.at(-1)?.last ?? 0),
        0,
      )
      if (first > last) return answer
      const covers = city === '' ? null : (place: number) => known.get(place)?.city === city
      const series = seriesOf(changes, { first, last }, { kind, covers }, days)
      const shown = trimmed(series, first)
      if (!shown) return answer
      const { min, median, max } = shown.series
      return {
        ...answer,
        from: dayOfNumber(shown.from),
        to: dayOfNumber(shown.to),
        min,
        median,
        max,
        sites: ownFirst(await hosts(sql), shown, isOwnSite),
      }
    },

    async sparklines(tyres, kind, city, day) {
      const last = dayNumber(day)
      const span = { first: last - SPARKLINE_DAYS + 1, last }
      const lines = new Map<number, SparkLine>()
      const days = await imported()
      const known = city === '' ? new Map<number, Place>() : await places.all()
      const covers = city === '' ? null : (place: number) => known.get(place)?.city === city
      for (let at = 0; at < tyres.length; at += TYRES_AT_ONCE) {
        // Others are answered in between.
        if (at > 0) await nextTurn()
        const some = tyres.slice(at, at + TYRES_AT_ONCE)
        const rows = await sql.all<ChangeRow & { tyre_id: number }>(
          `SELECT tyre_id, site_id, day, changes FROM price_history
           WHERE tyre_id IN (${TYRE_PLACES}) AND day <= ? ORDER BY tyre_id, site_id, day`,
          ...some,
          ...new Array<number>(TYRES_AT_ONCE - some.length).fill(-1),
          day,
        )
        const byTyre = Map.groupBy(rows, (row) => row.tyre_id)
        for (const tyre of some) {
          const series = seriesOf(parsed(byTyre.get(tyre) ?? []), span, { kind, covers }, days)
          lines.set(tyre, { prices: series.median, mixed: isMixed(series) })
        }
      }
      return lines
    },

    async standing(tyre, day) {
      const rows = (await rowsOf(sql, tyre)).filter((row) => row.day <= day)
      const since = new Map<number, Map<number, Since>>()
      const numbers = new Set<number>()
      for (const [siteId, changes] of Map.groupBy(rows, (row) => row.site_id)) {
        const ofSite = datedPrices(changes)
        since.set(siteId, ofSite)
        for (const place of ofSite.keys()) numbers.add(place)
      }
      const known = await places.covering([...numbers])
      return {
        since(siteId, offer, price) {
          for (const [place, found] of since.get(siteId) ?? []) {
            const where = known.get(place)
            if (where?.city !== offer.city || where.warehouse !== offer.warehouse) continue
            return found.offer[price] === offer[price] ? found[price] : null
          }
          return null
        },
      }
    },
  }
}

/** Whether the last prices come from other sites, or those of some site from other places, than the first ones. */
function isMixed({ median, sites, moved }: Series): boolean {
  const first = median.findIndex((price) => price !== null)
  const last = median.findLastIndex((price) => price !== null)
  return (
    moved.size > 0 ||
    [...sites.values()].some((prices) => (prices[first] === null) !== (prices[last] === null))
  )
}

/** What a place asks, and since when each of its prices has stood; null for one that it does not have. */
interface Since extends Record<DatedPrice, string | null> {
  offer: KeptOffer
}

/** @param changes of one site, in order */
function datedPrices(changes: readonly ChangeRow[]): Map<number, Since> {
  const places = new Map<number, Since>()
  for (const { day, changes: text } of changes) {
    for (const { place, offer } of readChanges(text)) {
      const before = places.get(place)
      if (!offer) places.delete(place)
      else {
        const since = (price: DatedPrice) => {
          if (offer[price] === null) return null
          return before?.offer[price] === offer[price] ? before[price] : day
        }
        places.set(place, {
          offer,
          retail: since('retail'),
          wholesale: since('wholesale'),
          cost: since('cost'),
        })
      }
    }
  }
  return places
}

/** Tyres per statement; constant, so that the statement is prepared only once. */
const TYRES_AT_ONCE = 10
const TYRE_PLACES = new Array(TYRES_AT_ONCE).fill('?').join(',')
const NOTHING = { from: null, to: null, min: [], median: [], max: [], sites: [] } as const
const inOrder = new Intl.Collator('ru').compare

/** As the table has it. */
interface ChangeRow {
  site_id: number
  /** YYYY-MM-DD */
  day: string
  changes: string
}

const parsed = (rows: readonly ChangeRow[]): DayChanges[] =>
  rows.map(({ site_id: siteId, day, changes }) => ({
    siteId,
    day: dayNumber(day),
    changes: parseChanges(changes),
  }))

function rowsOf(sql: ReadSql, tyre: number): Promise<ChangeRow[]> {
  return sql.all<ChangeRow>(
    'SELECT site_id, day, changes FROM price_history WHERE tyre_id = ? ORDER BY site_id, day',
    tyre,
  )
}

async function hosts(sql: ReadSql): Promise<Map<number, string>> {
  const rows = await sql.all<{ id: number; host: string }>('SELECT id, host FROM sites')
  return new Map(rows.map(({ id, host }) => [id, host]))
}

function ownFirst(
  hostOf: ReadonlyMap<number, string>,
  { series, from }: { series: Series; from: number },
  isOwnSite: (host: string) => boolean,
): SiteHistory[] {
  const sites = [...series.sites].map(([id, prices]) => {
    const site = hostOf.get(id) ?? ''
    const moved = (series.moved.get(id) ?? []).map((day) => dayOfNumber(from + day))
    return { site, own: isOwnSite(site), prices, moved }
  })
  return sites.sort((a, b) => Number(b.own) - Number(a.own) || (a.site < b.site ? -1 : 1))
}

/** Places by number, which never change: they are read when one is not known yet. */
class KnownPlaces {
  readonly #sql: ReadSql
  #known: ReadonlyMap<number, Place> = new Map()

  constructor(sql: ReadSql) {
    this.#sql = sql
  }

  async all(): Promise<ReadonlyMap<number, Place>> {
    this.#known = await placesById(this.#sql)
    return this.#known
  }

  async covering(numbers: readonly number[]): Promise<ReadonlyMap<number, Place>> {
    return numbers.every((number) => this.#known.has(number)) ? this.#known : this.all()
  }
}
