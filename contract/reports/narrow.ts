import { hostName } from '../lib/host-name.ts'
import type { ReportLayout } from '../lib/lists.ts'
import { PRICE_KINDS, type PriceKind, type StoredValue } from '../offers/offer-values.ts'
import type { SpecName } from '../tyre/tyre-specs.ts'
import { type FilterSet, type FilterSets, isWithin } from './filter-sets.ts'
import { type FilterName, type FilterValues, nonEmpty, SPEC_FILTERS, SPEC_OF_FILTER } from './filters.ts'
import type { Cell, CityPrices, CityStatistics, ReportRow, SitePrices } from './report-row.ts'
import type { PriceType } from './reports.ts'
import { deviationOf, lowest, statisticsOf, widestDeviation } from './statistics.ts'

/** Filters still to apply to saved rows, which then equal the server's answer to all of them (specification 8.16). */
export interface Narrowing {
  layout: ReportLayout
  /** price type of the list to which the rows belong */
  priceType: PriceType
  filters: FilterValues
  /** selected or excluded values of the tyre's attributes */
  sets: FilterSets
  isOwnSite(host: string): boolean
}

/** Returns the filters of `want` left to apply to rows filtered by `have`; null if these rows do not suffice. */
export function furtherFilters(
  layout: ReportLayout,
  have: FilterValues,
  want: FilterValues,
): FilterValues | null {
  const { ...further } = nonEmpty(want)
  for (const [name, value] of Object.entries(nonEmpty(have)) as [FilterName, string][]) {
    if (further[name] !== value) return null
    delete further[name]
  }
  // Proposals use prices that the rows do not contain, and one site's deviation needs the own site's price.
  const lacks = layout === 'proposals' ? further.site : layout === 'changes' && have.site && further.city
  return lacks ? null : further
}

/**
 * Does the same as furtherFilters for filters with several values. Rows are not narrowed to several sites or cities.
 * @param have sets already applied to the rows
 * @returns null if the rows do not contain everything that `want` requires, or would have to be narrowed by site or
 * city
 */
export function furtherSets(have: FilterSets, want: FilterSets): FilterSets | null {
  const { ...further } = want
  for (const [name, set] of Object.entries(have) as [FilterName, FilterSet][]) {
    if (!isSame(set, further[name])) return null
    delete further[name]
  }
  return further.site || further.city ? null : further
}

/** Compares sets; the order of their values does not matter. */
const isSame = ({ values, except }: FilterSet, other: FilterSet | undefined): boolean =>
  other?.except === except && values.toSorted().join('\n') === other.values.toSorted().join('\n')

/** Returns whether narrowed rows have no highlighting: a single site's depends on a percent that no answer has. */
export function losesHighlights(further: FilterValues): boolean {
  return Boolean(further.site)
}

/** Returns whether a tyre passes the filters on tyre attributes. */
export function fitsSpecs(
  specs: Readonly<Record<SpecName, Cell>>,
  { filters, sets }: Pick<Narrowing, 'filters' | 'sets'>,
): boolean {
  return SPEC_FILTERS.every((name) => {
    const [wanted, value] = [filters[name], String(specs[SPEC_OF_FILTER[name]] ?? '')]
    return (!wanted || value === wanted) && isWithin(sets[name], value)
  })
}

/** Applies the filters to a row; null if nothing of the row remains */
export function narrowRow(row: ReportRow, narrowing: Narrowing): ReportRow | null {
  const { layout, priceType, filters, isOwnSite } = narrowing
  if (!fitsSpecs(row.specs, narrowing)) return null
  if (!filters.site && !filters.city) return row
  const cities = narrowCities(row, filters, priceType)
  const moved = layout === 'changes' && pricesIn(row.cities, 'change').length > 0
  const fields: readonly StoredValue[] = moved ? ['change'] : SHOWN[priceType]
  if (!fields.some((field) => pricesIn(cities, field).length > 0)) return null
  return {
    ...row,
    cities,
    own: layout === 'changes' ? widestOwn(row, cities, isOwnSite) : row.own,
    ...narrowHighlights(row, cities, filters),
  }
}

/** Prices by price type of the list: a tyre in the list has at least one of them (specification 10.5). */
const SHOWN: Readonly<Record<PriceType, readonly PriceKind[]>> = {
  all: PRICE_KINDS,
  retail: ['retail'],
  opt: ['wholesale'],
}

function narrowCities(
  row: ReportRow,
  { city: wantedCity, site: wantedSite }: FilterValues,
  priceType: PriceType,
): Map<string, CityPrices> {
  const cities = new Map<string, CityPrices>()
  for (const [name, city] of row.cities) {
    if (wantedCity && name !== wantedCity) continue
    const left = wantedSite ? ofSite(city, hostName(wantedSite), priceType) : city
    if (left) cities.set(name, left)
  }
  return cities
}

/** Reduces a city to one site. The statistics then cover only that site's prices (specification 10.6). */
function ofSite(city: CityPrices, host: string, priceType: PriceType): CityPrices | null {
  const site = city.sites.get(host)
  if (!site) return null
  const computed = statisticsOf(numbersOf(site, priceType === 'opt' ? 'wholesale' : 'retail'))
  const { statistics } = city
  const of = (name: keyof NonNullable<typeof computed>): Cell =>
    statistics[name] === null ? null : (computed?.[name] ?? null)
  const narrowed: CityStatistics = { min: of('min'), max: of('max'), median: of('median'), proposed: null }
  return { statistics: narrowed, sites: new Map([[host, site]]) }
}

function narrowHighlights(
  { highlighted, highlightedCities }: ReportRow,
  cities: ReadonlyMap<string, unknown>,
  filters: FilterValues,
): Pick<ReportRow, 'highlighted' | 'highlightedCities'> {
  if (losesHighlights(filters)) return { highlighted: false, highlightedCities: [] }
  const left = highlightedCities.filter((city) => cities.has(city))
  // A backend may flag a row without naming the cities.
  return {
    highlighted: highlightedCities.length > 0 ? left.length > 0 : highlighted,
    highlightedCities: left,
  }
}

/** Computes the largest deviation in the remaining cities. The own price counts whatever the filters. */
function widestOwn(
  row: ReportRow,
  cities: ReadonlyMap<string, CityPrices>,
  isOwnSite: Narrowing['isOwnSite'],
): ReportRow['own'] {
  const widest = widestDeviation(
    [...cities].map(([name, { sites }]) => {
      const own = wholesalePrices(row.cities.get(name)?.sites ?? sites, isOwnSite)
      const theirs = wholesalePrices(sites, (host) => !isOwnSite(host))
      return deviationOf(lowest(own), statisticsOf(theirs)?.median ?? null)
    }),
  )
  return {
    price: widest?.own ?? null,
    wholesale: widest?.median ?? null,
    diffPercent: widest?.percent ?? null,
  }
}

function wholesalePrices(sites: ReadonlyMap<string, SitePrices>, lets: (host: string) => boolean): number[] {
  return [...sites].flatMap(([host, site]) => (lets(host) ? numbersOf(site, 'wholesale') : []))
}

function pricesIn(cities: ReadonlyMap<string, CityPrices>, field: StoredValue): number[] {
  return [...cities.values()].flatMap(({ sites }) =>
    [...sites.values()].flatMap((site) => numbersOf(site, field)),
  )
}

function numbersOf(site: SitePrices, field: StoredValue): number[] {
  return [site, ...site.warehouses.values()]
    .map((prices) => prices[field])
    .filter((price) => typeof price === 'number')
}
