import type { PlaceValue } from '../mapping.ts'

/** Where an offer is: '' for what is not known. */
export interface Place {
  city: string
  warehouse: string
}

/**
 * The place that a table of warehouses gives for a code. A name that ends with * stands for all codes that begin
 * so; exact names go first, then the longest beginning.
 * @returns undefined for a code that the table does not cover
 */
export function placeTable(table: Readonly<Record<string, PlaceValue>>): (code: string) => Place | undefined {
  const exact = new Map(Object.entries(table))
  const beginnings = [...exact]
    .filter(([name]) => name.endsWith('*'))
    .map(([name, place]) => ({ beginning: name.slice(0, -1), place }))
    .sort((a, b) => b.beginning.length - a.beginning.length)

  return (code) => {
    const place = exact.get(code) ?? beginnings.find(({ beginning }) => code.startsWith(beginning))?.place
    return place === undefined ? undefined : placeOf(place, code)
  }
}

/** A bare city keeps the warehouse's own code as its name. */
export function placeOf(place: PlaceValue, code: string): Place {
  return typeof place === 'string' ? { city: place, warehouse: code } : place
}
