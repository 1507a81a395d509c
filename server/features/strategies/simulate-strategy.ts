import { dayNumber, dayOfNumber } from '../../../contract/lib/dates.ts'
import { emptyDay, SIMULATED_DAYS, type SimulatedDay } from '../../../contract/strategies/figures.ts'
import { strategyPrice } from '../../../contract/strategies/pricing.ts'
import { applyDayChanges, type HistoryOffer } from '../../history/changes.ts'
import { locationsById } from '../../history/location-ids.ts'
import { type DayRun, loadImportedDays } from '../../history/store.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import type { OfferLocation } from '../../prices/offer.ts'
import { createYields } from '../../prices/steps.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'
import { type ComparedOffer, figuresByCity } from './city-figures.ts'
import { marginOf, type StrategyJob } from './run-strategy.ts'
import {
  type SelectedForStrategy,
  type StrategyBasesDeps,
  strategyBases,
  type TyreBases,
} from './strategy-bases.ts'

/** Days of each site's history, names of the sites, and places of the offers. */
interface HistoryFrame {
  days: ReadonlyMap<number, readonly DayRun[]>
  places: ReadonlyMap<number, OfferLocation>
  own: ReadonlySet<number>
}

export function createHistoryFrame({ reader, isOwnSite }: StrategyBasesDeps): () => Promise<HistoryFrame> {
  return untilNextImport(reader.sql, async (sql) => {
    const sites = await sql.all<{ id: number; host: string }>('SELECT id, host FROM sites')
    return {
      days: await loadImportedDays(sql),
      places: await locationsById(sql),
      own: new Set(sites.filter(({ host }) => isOwnSite(host)).map(({ id }) => id)),
    }
  })
}

/** Number of tyres whose history one statement reads. */
const TYRES_AT_ONCE = 50

interface ChangeRow {
  tyre_id: number
  site_id: number
  day: string
  changes: string
}

const loadHistory = (sql: ReadSql, tyres: readonly number[], day: string): Promise<ChangeRow[]> => {
  return sql.all<ChangeRow>`
    SELECT tyre_id, site_id, day, changes FROM price_history
    WHERE tyre_id IN (${listOf(tyres)}) AND day <= ${day} ORDER BY tyre_id, day`
}

/**
 * Computes what a strategy would have asked on each of the last days for the tyres that it selects today, and compares it
 * with the own prices of those days (specification 19.12).
 */
export async function simulatePart(
  deps: StrategyBasesDeps,
  frame: HistoryFrame,
  selected: SelectedForStrategy,
  job: StrategyJob,
): Promise<SimulatedDay[]> {
  if (selected.day === '') return []
  const last = dayNumber(selected.day)
  const days = Array.from({ length: SIMULATED_DAYS }, (_, n) =>
    emptyDay(dayOfNumber(last - SIMULATED_DAYS + 1 + n)),
  )
  const pause = createYields()
  const present = presentSites(frame, days)
  let waiting: TyreBases[] = []
  const flush = async () => {
    const rows = await loadHistory(
      deps.reader.sql,
      waiting.map(({ id }) => id),
      selected.day,
    )
    const byTyre = Map.groupBy(rows, (row) => row.tyre_id)
    for (const tyre of waiting) {
      await simulateTyre(tyre, byTyre.get(tyre.id) ?? [], { frame, present, days, job, pause })
    }
    waiting = []
  }
  for await (const tyre of strategyBases(deps, selected, job.settings, job.earlier)) {
    if (tyre.bases.length > 0) waiting.push(tyre)
    if (waiting.length === TYRES_AT_ONCE) await flush()
  }
  if (waiting.length > 0) await flush()
  return days
}

function presentSites({ days: runs }: HistoryFrame, days: readonly SimulatedDay[]): Set<number>[] {
  return days.map(({ day }) => {
    const number = dayNumber(day)
    const there = [...runs].filter(([, ofSite]) =>
      ofSite.some(({ first, last }) => first <= number && number <= last),
    )
    return new Set(there.map(([site]) => site))
  })
}

interface Simulation {
  frame: HistoryFrame
  present: readonly ReadonlySet<number>[]
  days: SimulatedDay[]
  job: StrategyJob
  /** yields to other requests between the days: a tyre may have offers at thousands of places */
  pause(): Promise<void> | undefined
}

/** Last own price of a city, and the last price by the strategy. */
interface Asked {
  own: number | null
  strategy: number | null
}

async function simulateTyre(
  { bases }: TyreBases,
  rows: readonly ChangeRow[],
  { frame, present, days, job: { settings, rails }, pause }: Simulation,
): Promise<void> {
  const states = new Map<number, Map<number, HistoryOffer>>()
  const asked = new Map<string, Asked>()
  let figures: ReturnType<typeof figuresByCity> = new Map()
  let next = 0
  for (const [n, day] of days.entries()) {
    await pause()
    let isChanged = n === 0 || !sameSites(present[n - 1], present[n])
    for (let row = rows[next]; row && row.day <= day.day; row = rows[++next]) {
      const state = states.get(row.site_id) ?? new Map<number, HistoryOffer>()
      states.set(row.site_id, state)
      applyDayChanges(state, row.changes)
      isChanged = true
    }
    if (isChanged) {
      const offers = offersOf(states, present[n] as Set<number>, frame)
      figures = figuresByCity(offers, settings.kind, settings.in_stock)
    }
    for (const { basis, rrp } of bases) {
      const known = figures.get(basis.city)
      if (!known) continue
      const before = asked.get(basis.city)
      // From the second day on, the own price would have been the strategy's.
      const now = before?.strategy ?? known.now
      const outcome = strategyPrice(settings, rails, { ...known, rrp, now })
      const price = 'left' in outcome ? now : outcome.price
      if ('held' in outcome && outcome.held !== null) day.held++
      addPrice(day, 'own', known.now, before?.own, known)
      addPrice(day, '', price, before?.strategy, known)
      asked.set(basis.city, { own: known.now ?? before?.own ?? null, strategy: price })
    }
  }
}

const sameSites = (a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): boolean =>
  a !== undefined && b !== undefined && a.size === b.size && a.isSubsetOf(b)

function offersOf(
  states: ReadonlyMap<number, ReadonlyMap<number, HistoryOffer>>,
  present: ReadonlySet<number>,
  { places, own }: HistoryFrame,
): ComparedOffer[] {
  const offers: ComparedOffer[] = []
  for (const [site, state] of states) {
    if (!present.has(site)) continue
    for (const [location, { retail, wholesale, cost, inStock }] of state) {
      const city = places.get(location)?.city
      if (city === undefined) continue
      offers.push({
        site,
        city,
        own: own.has(site),
        retail,
        wholesale,
        cost,
        stock: inStock === false ? 0 : null,
      })
    }
  }
  return offers
}

/** Adds a price to the figures of a day: those of the own prices, or those of the strategy. */
function addPrice(
  day: SimulatedDay,
  whose: 'own' | '',
  price: number | null,
  before: number | null | undefined,
  { rivals, cost }: { rivals: readonly number[]; cost: number | null },
): void {
  if (price === null) return
  const name = <Name extends string>(of: Name) => (whose === 'own' ? `${of}_own` : of) as Name | `${Name}_own`
  day[whose === 'own' ? 'own' : 'prices']++
  const [lowest] = rivals
  if (lowest !== undefined) {
    day[name('compared')]++
    if (price <= lowest) day[name('first')]++
  }
  const margin = marginOf(price, cost)
  if (margin !== null) {
    day[name('margin')] += margin
    day[name('margins')]++
  }
  if (before !== null && before !== undefined && before !== price) day[name('changes')]++
}
