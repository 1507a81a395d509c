import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import { dayNumber } from '../../../contract/lib/dates.ts'
import { MAPPED_PRICES } from '../../../contract/offers/offer-values.ts'
import type { FilterSet } from '../../../contract/reports/filter-sets.ts'
import type { StrategyChoices, StrategySettings } from '../../../contract/strategies/strategy.ts'
import { readChanges } from '../../history/changes.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { VersionedIndex } from '../../prices/day-indexes.ts'
import { fitOf } from '../../prices/filter-fit.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { BitSet } from '../../prices/positions.ts'
import type { PriceReader } from '../../prices/report-query.ts'
import { createYields } from '../../prices/steps.ts'
import type { CatalogTyre } from '../../prices/tyre-catalog.ts'
import { loadTyrePrices, PRICES_CHUNK } from '../../prices/tyre-prices.ts'
import { lastOwnDay } from '../decisions/own-imports.ts'
import { describedTyre, figuresByCity } from './city-figures.ts'

export interface StrategyBasesDeps {
  reader: PriceReader
  isOwnSite(host: string): boolean
  /** returns the recommended retail prices in roubles by tyre id */
  recommended(): Promise<ReadonlyMap<number, number>>
}

/** Tyres of the last own day that the filters of a strategy select. */
export interface SelectedForStrategy {
  /** YYYY-MM-DD; '' without own prices */
  day: string
  /** changes with the prices of the day */
  version: string
  index: VersionedIndex | undefined
  /** in report order */
  positions: Uint32Array
}

/**
 * Selects the tyres of a strategy in the last day with own prices.
 * @param version version of an earlier selection, which must not have changed; '' for none
 * @throws Refusal if prices have been imported since
 */
export async function selectForStrategy(
  { reader, isOwnSite }: StrategyBasesDeps,
  settings: StrategySettings,
  version: string,
): Promise<SelectedForStrategy> {
  const day = (await lastOwnDay({ sql: reader.sql, isOwnSite })) ?? ''
  const index = day === '' ? undefined : await reader.indexes.of(day)
  const current = index ? `${day} ${index.version}` : ''
  if (version !== '' && version !== current)
    throw new Refusal(409, 'Загрузились новые цены: посчитайте ещё раз.')
  if (!index) return { day, version: current, index, positions: new Uint32Array() }
  const selected = new BitSet(index.tyres.length)
  const isCity = fitOf(setOf(settings.cities))
  for (const { site, city, presence } of index.siteCities) {
    if (!isOwnSite(site) || !isCity(city)) continue
    for (const kind of MAPPED_PRICES) presence[kind].addTo(selected)
  }
  const { brands: brand, seasons: season, diameters: diameter } = settings
  for (const [name, values] of Object.entries({ brand, season, diameter }) as ['brand', string[]][]) {
    const set = setOf(values)
    if (set) index.bySpec[name].limit(selected, set)
  }
  return { day, version: current, index, positions: selected.positions() }
}

const setOf = (values: readonly string[]): FilterSet | undefined =>
  values.length === 0 ? undefined : { values, except: false }

/** Price of a tyre in a city that a strategy decides. */
interface StrategyBasis {
  basis: DecisionBasis
  /** null if unknown, and for wholesale prices */
  rrp: number | null
}

/** Prices of one tyre: those to decide, and the cities whose price an earlier strategy decides. */
export interface TyreBases {
  id: number
  about: Pick<DecisionBasis, 'tyre' | 'name'>
  bases: StrategyBasis[]
  earlier: string[]
}

/**
 * Yields the prices that a strategy decides, tyre by tyre, letting other requests be answered in between.
 * @param earlier settings of the strategies before it
 */
export async function* strategyBases(
  { reader, isOwnSite, recommended }: StrategyBasesDeps,
  { day, index, positions }: SelectedForStrategy,
  settings: StrategySettings,
  earlier: readonly StrategySettings[],
): AsyncGenerator<TyreBases> {
  if (!index) return
  const pause = createYields()
  const rrps = settings.kind === 'retail' ? await recommended() : new Map<number, number>()
  const wants = fitOfStrategy(settings)
  const before = earlier.filter(({ kind }) => kind === settings.kind).map(fitOfStrategy)
  const needsAge = [settings, ...earlier].some(({ age }) => age.from !== null || age.to !== null)
  const ownSites = [...index.hosts].filter(([, host]) => isOwnSite(host)).map(([id]) => id)
  for (let at = 0; at < positions.length; at += PRICES_CHUNK) {
    const chunk = positions.subarray(at, at + PRICES_CHUNK)
    const ids = Array.from(chunk, (position) => (index.tyres[position] as CatalogTyre).id)
    const ages = needsAge ? await loadListedSince(reader.sql, ids, ownSites, day) : new Map<number, number>()
    const tyres = await loadTyrePrices(reader.sql, index, day, chunk, {}, () => false)
    for (const [n, { specs, offers }] of tyres.entries()) {
      await pause()
      const about = describedTyre(specs)
      if (!about) continue
      const id = ids[n] as number
      const tyre = { specs, age: ages.get(id) ?? null }
      const compared = offers.map((offer) => ({ ...offer, own: isOwnSite(offer.site) }))
      const found: TyreBases = { id, about, bases: [], earlier: [] }
      for (const [city, { stock, ...figures }] of figuresByCity(compared, settings.kind, settings.in_stock)) {
        const price = { ...tyre, city, stock }
        if (!wants(price)) continue
        if (before.some((isEarlier) => isEarlier(price))) found.earlier.push(city)
        else {
          const basis = { ...about, city, kind: settings.kind, day, ...figures }
          found.bases.push({ basis, rrp: rrps.get(id) ?? null })
        }
      }
      yield found
    }
  }
}

interface FilteredPrice {
  specs: TyreSpecs
  city: string
  stock: number | null
  age: number | null
}

function fitOfStrategy(settings: StrategySettings): (price: FilteredPrice) => boolean {
  const [isCity, isBrand, isDiameter, isSeason] = [
    settings.cities,
    settings.brands,
    settings.diameters,
    settings.seasons,
  ].map((values) => fitOf(setOf(values))) as [Fit, Fit, Fit, Fit]
  return ({ specs, city, stock, age }) =>
    isCity(city) &&
    isBrand(specs.brand) &&
    isDiameter(specs.diameter) &&
    isSeason(specs.season) &&
    isInRange(stock, settings.stock) &&
    isInRange(age, settings.age)
}
type Fit = (value: string) => boolean

/** An unknown number is within no range but the open one. */
const isInRange = (value: number | null, { from, to }: StrategySettings['stock']): boolean =>
  (from === null && to === null) || (value !== null && value >= (from ?? 0) && value <= (to ?? value))

/** Returns the values that the filters of a strategy can have on the last day with own prices. */
export async function strategyChoices(deps: StrategyBasesDeps): Promise<StrategyChoices> {
  const { reader, isOwnSite } = deps
  const day = await lastOwnDay({ sql: reader.sql, isOwnSite })
  const index = day === null ? undefined : await reader.indexes.of(day)
  if (!index) return { cities: [], brands: [], diameters: [], seasons: [] }
  const own = new BitSet(index.tyres.length)
  const cities = new Set<string>()
  for (const { site, city, presence } of index.siteCities) {
    if (!isOwnSite(site)) continue
    cities.add(city)
    for (const kind of MAPPED_PRICES) presence[kind].addTo(own)
  }
  const values = { brand: new Set<string>(), diameter: new Set<string>(), season: new Set<string>() }
  for (const position of own.positions()) {
    const { specs } = index.tyres[position] as CatalogTyre
    for (const name of ['brand', 'diameter', 'season'] as const) values[name].add(specs[name])
  }
  const sorted = (found: Set<string>) => {
    found.delete('')
    return [...found].filter((value) => value.length <= 100).sort(byNumberAndName)
  }
  return {
    cities: sorted(cities),
    brands: sorted(values.brand),
    diameters: sorted(values.diameter),
    seasons: sorted(values.season),
  }
}

const byNumberAndName = new Intl.Collator('ru', { numeric: true }).compare

/**
 * Returns for how many days the own sites have listed each tyre without a break. Days without an import are no break.
 * @param day YYYY-MM-DD, the last day
 * @returns days by tyre id; a tyre listed since `day` has 0
 */
async function loadListedSince(
  sql: ReadSql,
  tyres: readonly number[],
  ownSites: readonly number[],
  day: string,
): Promise<Map<number, number>> {
  const ages = new Map<number, number>()
  if (tyres.length === 0 || ownSites.length === 0) return ages
  const [ids, sites] = [inList(tyres), inList(ownSites)]
  const rows = await sql.all<{ tyre_id: number; site_id: number; day: string; changes: string }>(
    `SELECT tyre_id, site_id, day, changes FROM price_history
     WHERE tyre_id IN (${ids.places}) AND site_id IN (${sites.places}) AND day <= ? ORDER BY tyre_id, day`,
    ...ids.values,
    ...sites.values,
    day,
  )
  for (const [tyre, ofTyre] of Map.groupBy(rows, (row) => row.tyre_id)) {
    const since = listedSince(ofTyre)
    if (since !== null) ages.set(tyre, dayNumber(day) - dayNumber(since))
  }
  return ages
}

/** @param rows changes in order of the day; @returns null if no site lists the tyre any more */
function listedSince(rows: readonly { site_id: number; day: string; changes: string }[]): string | null {
  const places = new Set<string>()
  let since: string | null = null
  for (const [at, { site_id, day, changes }] of rows.entries()) {
    for (const { location, offer } of readChanges(changes)) {
      if (offer) places.add(`${site_id} ${location}`)
      else places.delete(`${site_id} ${location}`)
    }
    // Several sites may change on the same day: only the state after the last of them counts.
    if (rows[at + 1]?.day === day) continue
    if (places.size === 0) since = null
    else since ??= day
  }
  return since
}
