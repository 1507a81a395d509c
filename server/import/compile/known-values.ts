import { CONDITION_TEXTS } from '../../../contract/matching/matching.ts'
import { conditionOf } from '../../matching/condition.ts'
import { BRANDS } from '../brands.ts'
import { CITIES } from '../cities.ts'
import type { Mapping } from '../mapping.ts'
import { SEASONS, VEHICLE_TYPES } from '../spellings.ts'
import { saysOutOfStock } from '../values/price.ts'
import { type Spellings, spellingFinder, withoutAbbreviations } from '../values/spelling.ts'

/** Kinds of values that can be recognised anywhere in a text. */
type KnownKind = 'brand' | 'season' | 'vehicleType' | 'city' | keyof typeof BY_WORDS

/** Returns a function that finds a value of the kind in a text, '' if there is none. */
export type KnownFinders = (kind: KnownKind) => (text: string) => string

/** Kinds that are told by words instead of a list of spellings. */
const BY_WORDS = {
  absence: (text: string): string => (saysOutOfStock(text) ? '0' : ''),
  condition(text: string): string {
    const said = conditionOf(text)
    return said === 'new' ? '' : CONDITION_TEXTS[said]
  },
}

const TABLES: Record<Exclude<KnownKind, keyof typeof BY_WORDS>, Spellings> = {
  brand: BRANDS,
  season: withoutAbbreviations(SEASONS),
  vehicleType: withoutAbbreviations(VEHICLE_TYPES),
  city: CITIES,
}

/** @param added the mapping's own spellings; each table is compiled on first use */
export function knownFinders(added: Mapping['spellings'] = {}): KnownFinders {
  const finders = new Map<KnownKind, (text: string) => string>()
  return (kind) => {
    if (kind === 'absence' || kind === 'condition') return BY_WORDS[kind]
    const known =
      finders.get(kind) ?? spellingFinder(TABLES[kind], (kind === 'city' ? undefined : added[kind]) ?? {})
    finders.set(kind, known)
    return known
  }
}
