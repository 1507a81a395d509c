import type { PlaceValue } from '../mapping.ts'

/** City and warehouse of an offer; '' if unknown. */
export interface Place {
  city: string
  warehouse: string
}

/**
 * Returns a function that finds the location of a warehouse code. A name ending with * matches codes by prefix; an
 * exact name wins, then the longest prefix.
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

/** If the table gives only a city, the code serves as the warehouse's name. */
function placeOf(place: PlaceValue, code: string): Place {
  return typeof place === 'string' ? { city: place, warehouse: code } : place
}
