import type { Filled, FilledCity } from '../../../contract/reports/filled.ts'

/** Adds the columns of `other` to `filled`, behind the columns that `filled` already has. */
export function mergeFilled(filled: Filled, other: Filled): void {
  addAll(filled.specs, other.specs)
  addAll(filled.own, other.own)
  for (const [name, city] of other.cities) {
    const known = of(filled.cities, name, (): FilledCity => ({ statistics: new Set(), sites: new Map() }))
    addAll(known.statistics, city.statistics)
    for (const [site, warehouses] of city.sites) {
      const places = of(known.sites, site, () => new Map())
      for (const [warehouse, fields] of warehouses)
        addAll(
          of(places, warehouse, () => new Set()),
          fields,
        )
    }
  }
}

function addAll<Value>(set: Set<Value>, others: Iterable<Value>): void {
  for (const value of others) set.add(value)
}

function of<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
