import type { FilterSet, FilterSets } from '../../contract/reports/filter-sets.ts'

/** The filters of a query, as the server knows them: one value is a set of one. */
export type Filters = FilterSets

/** The filters that choose places rather than tyres. */
export type PlaceFilters = Readonly<Partial<Record<'site' | 'city', FilterSet | undefined>>>

/** Whether a value is within a filter, to be asked for many values; undefined, no filter, lets all of them through. */
export function fitOf(set: FilterSet | undefined): (value: string) => boolean {
  if (!set) return () => true
  const { values, except } = set
  const [only] = values
  if (values.length === 1) return (value) => (value === only) !== except
  const named = new Set(values)
  return (value) => named.has(value) !== except
}

/** Whether a place is within the filters, to be asked for many of them. */
export function placeFit({ site, city }: PlaceFilters): (place: { site: string; city: string }) => boolean {
  const [isSite, isCity] = [fitOf(site), fitOf(city)]
  return (place) => isSite(place.site) && isCity(place.city)
}
