import type { OfferLocation } from '../../prices/offer.ts'
import type { LocationValue } from '../mapping.ts'

/**
 * Returns a function that finds the location of a warehouse code. A name ending with * matches codes by prefix; an
 * exact name wins, then the longest prefix.
 * @returns undefined for a code that the table does not cover
 */
export function locationTable(
  table: Readonly<Record<string, LocationValue>>,
): (code: string) => OfferLocation | undefined {
  const exact = new Map(Object.entries(table))
  const prefixes = [...exact]
    .filter(([name]) => name.endsWith('*'))
    .map(([name, location]) => ({ prefix: name.slice(0, -1), location }))
    .sort((a, b) => b.prefix.length - a.prefix.length)

  return (code) => {
    const location = exact.get(code) ?? prefixes.find(({ prefix }) => code.startsWith(prefix))?.location
    return location === undefined ? undefined : locationOf(location, code)
  }
}

/** Returns the location of a warehouse code. If the table has only a city for it, the code is the warehouse's name. */
function locationOf(location: LocationValue, code: string): OfferLocation {
  return typeof location === 'string' ? { city: location, warehouse: code } : location
}
