import { CITIES } from '../cities.ts'
import type { Mapping } from '../mapping.ts'
import { BRANDS, SEASONS, VEHICLE_TYPES } from '../spellings.ts'
import { knownIn, type Spellings } from '../values/spelling.ts'

/** Kinds of values that can be recognised anywhere in a text. */
type KnownKind = 'brand' | 'season' | 'vehicleType' | 'city'

/** Returns a function that finds a value of the kind in a text, '' if there is none. */
export type KnownFinders = (kind: KnownKind) => (text: string) => string

const SHORTEST_WORD = 3

/** Omits short spellings: a single letter means a season in a column of its own, but not within a text. */
function words(table: Spellings): Spellings {
  return Object.fromEntries(
    Object.entries(table).map(([canonical, others]) => [
      canonical,
      others.filter((other) => other.length >= SHORTEST_WORD),
    ]),
  )
}

const TABLES: Record<KnownKind, Spellings> = {
  brand: BRANDS,
  season: words(SEASONS),
  vehicleType: words(VEHICLE_TYPES),
  city: CITIES,
}

/** @param added the mapping's own spellings; each table is compiled on first use */
export function knownFinders(added: Mapping['spellings'] = {}): KnownFinders {
  const made = new Map<KnownKind, (text: string) => string>()
  return (kind) => {
    const known = made.get(kind) ?? knownIn(TABLES[kind], (kind === 'city' ? undefined : added[kind]) ?? {})
    made.set(kind, known)
    return known
  }
}
