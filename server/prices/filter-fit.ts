import type { FilterSet, FilterSets } from '../../contract/reports/filter-sets.ts'

/** Filters of a query on the server; a filter for a single value is a set with one element. */
export type Filters = FilterSets

/** Filters that select sites and cities instead of tyres. */
export type PlaceFilters = Readonly<Partial<Record<'site' | 'city', FilterSet | undefined>>>

/** Returns a predicate for values that a filter accepts. Without a filter (undefined), it accepts all values. */
export function fitOf(set: FilterSet | undefined): (value: string) => boolean {
  if (!set) return () => true
  const { values, except } = set
  const [only] = values
  if (values.length === 1) return (value) => (value === only) !== except
  const named = new Set(values)
  return (value) => named.has(value) !== except
}

/** Returns a predicate for the sites and cities within the filters. */
export function placeFit({ site, city }: PlaceFilters): (place: { site: string; city: string }) => boolean {
  const [isSite, isCity] = [fitOf(site), fitOf(city)]
  return (place) => isSite(place.site) && isCity(place.city)
}
