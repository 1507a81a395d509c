import { addDays } from '../../../contract/lib/dates.ts'
import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { createYields } from '../steps.ts'
import { decodeOffers } from '../stored-offers.ts'
import { tyreRanges } from '../tyre-catalog.ts'
import { type CityQuote, DayTally, type DayTotals, type SiteQuotes } from './day-tally.ts'

/** Request of the totals of some days, oldest first. */
export interface DaysToSumUp {
  days: string[]
  /** host names of the own sites */
  own: string[]
}

/** Maximum number of days between a day and the day of the same site that it is compared with. */
export const MAX_GAP_LENGTH = 30

/** Size of the range of tyre ids read at once. */
const IDS_AT_ONCE = 50

interface SiteDay {
  id: number
  host: string
  day: string
}

/** Day with the sites that have prices of it. */
interface Dated {
  day: string
  tally: DayTally
  /** `before`: the site's previous day; null without one within MAX_GAP_LENGTH */
  sites: { id: number; before: string | null }[]
}

/** Quotes of a range of tyres: by day, tyre and site. */
type Quotes = Map<string, Map<number, Map<number, readonly CityQuote[]>>>

/** Sums up days in one pass over their tyres, yielding in between. Each day's prices are read once. */
export async function sumUpDays(sql: ReadSql, { days, own }: DaysToSumUp): Promise<DayTotals[]> {
  const isOwn = new Set(own)
  const priced = await siteDays(sql, days)
  const dated = days.map((day) => datedOf(day, priced, isOwn))
  const needed = new Map<string, Set<number>>()
  const need = (day: string, site: number) => getOrAdd(needed, day, () => new Set()).add(site)
  for (const { day, sites } of dated) {
    for (const { id, before } of sites) {
      need(day, id)
      if (before !== null) need(before, id)
    }
  }
  const pause = createYields()
  for await (const range of needed.size > 0 ? tyreRanges(sql, IDS_AT_ONCE) : []) {
    const quotes = await quotesOf(sql, needed, range, pause)
    const brands = await brandsOf(sql, range)
    for (const one of dated) {
      const tyres = new Set(quotes.get(one.day)?.keys())
      for (const tyre of tyres) {
        one.tally.add(tyre, brands.get(tyre) ?? '', quotesOfTyre(one, tyre, quotes))
        await pause()
      }
    }
  }
  return dated.map(({ tally }) => tally.totals())
}

function siteDays(sql: ReadSql, days: readonly string[]): Promise<SiteDay[]> {
  return sql.all<SiteDay>`
    SELECT s.id, s.host, p.day FROM snapshots p JOIN sites s ON s.id = p.site_id
    WHERE p.day >= ${addDays(days[0] ?? '', -MAX_GAP_LENGTH)} AND p.day <= ${days.at(-1) ?? ''}
    ORDER BY p.day, s.host`
}

function datedOf(day: string, priced: readonly SiteDay[], isOwn: ReadonlySet<string>): Dated {
  const since = addDays(day, -MAX_GAP_LENGTH)
  const sites = priced.filter((one) => one.day === day)
  return {
    day,
    tally: new DayTally(sites.map(({ host }) => ({ host, own: isOwn.has(host) }))),
    sites: sites.map(({ id }) => ({
      id,
      before: priced.findLast((one) => one.id === id && one.day < day && one.day >= since)?.day ?? null,
    })),
  }
}

function quotesOfTyre({ day, sites }: Dated, tyre: number, quotes: Quotes): SiteQuotes[] {
  return sites.map(({ id, before }, site) => ({
    site,
    now: quotes.get(day)?.get(tyre)?.get(id),
    before: before === null ? undefined : quotes.get(before)?.get(tyre)?.get(id),
  }))
}

interface IdRange {
  after: number
  upTo: number
}

async function quotesOf(
  sql: ReadSql,
  needed: ReadonlyMap<string, ReadonlySet<number>>,
  { after, upTo }: IdRange,
  pause: () => Promise<void> | undefined,
): Promise<Quotes> {
  const quotes: Quotes = new Map()
  // Most offers are the same on the next day.
  const parsed = new Map<string, readonly CityQuote[]>()
  for (const [day, sites] of needed) {
    const rows = await sql.all<{ site_id: number; tyre_id: number; offers: string }>(
      `SELECT site_id, tyre_id, offers FROM site_offers
       WHERE day = ? AND site_id IN (${[...sites].map(() => '?').join(',')}) AND tyre_id > ? AND tyre_id <= ?`,
      day,
      ...sites,
      after,
      upTo,
    )
    const ofDay = new Map<number, Map<number, readonly CityQuote[]>>()
    for (const { site_id: site, tyre_id: tyre, offers } of rows) {
      const ofTyre = getOrAdd(ofDay, tyre, () => new Map<number, readonly CityQuote[]>())
      ofTyre.set(
        site,
        getOrAdd(parsed, offers, () => quotesByCity(offers)),
      )
      await pause()
    }
    quotes.set(day, ofDay)
  }
  return quotes
}

function quotesByCity(text: string): CityQuote[] {
  const quotes: CityQuote[] = []
  for (const { city, retail, stock } of decodeOffers(text)) {
    if (retail === null) continue
    const known = quotes.find((one) => one.city === city)
    const quote = known ?? { city, prices: [], low: retail, stock: 0, unknown: false }
    if (!known) quotes.push(quote)
    quote.prices.push(retail)
    quote.low = Math.min(quote.low, retail)
    quote.stock += stock ?? 0
    quote.unknown ||= stock === null
  }
  return quotes
}

async function brandsOf(sql: ReadSql, { after, upTo }: IdRange): Promise<Map<number, string>> {
  const rows = await sql.all<{ id: number; brand: string }>`
    SELECT id, brand FROM tyres WHERE id > ${after} AND id <= ${upTo}`
  return new Map(rows.map(({ id, brand }) => [id, brand]))
}
