import { memoize } from '../../../contract/lib/memo.ts'
import { CONDITION_TEXTS } from '../../../contract/matching/matching.ts'
import { MAX_FIELD_LENGTH } from '../../../contract/reports/field-length.ts'
import { conditionOf } from '../../matching/condition.ts'
import { BRANDS } from '../brands.ts'
import { CITIES } from '../cities.ts'
import { linearPattern } from '../linear-pattern.ts'
import type { Mapping, MatchValue, SourcesValue, SourceValue } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import type { Alterations } from '../remarks.ts'
import { SEASONS, VEHICLE_TYPES } from '../spellings.ts'
import { withLatinSizes } from '../values/look-alikes.ts'
import { saysOutOfStock } from '../values/price.ts'
import { type Spellings, spellingFinder, withoutAbbreviations } from '../values/spelling.ts'
import { cleanText } from '../values/text.ts'

/** Reads one value from a record. */
export type Read = (cells: readonly RawCell[]) => RawCell

/** Environment in which sources are compiled. */
export interface SourceContext {
  columns: Columns
  /** finders of known brands, seasons, vehicle types and cities */
  known: KnownFinders
  /** collects the indexes of the cells that are read */
  usedSlots?: Set<number>
  /** counts altered values; missing where nothing is imported */
  alterations?: Alterations
  /** minor units of prices, and prices that are left out, as the mapping says */
  minor?: Mapping['minor'] | undefined
  instead?: Mapping['instead'] | undefined
}

const nothing: Read = () => undefined

/**
 * Compiles sources into one function, so that the mapping is not interpreted for each record. Columns missing from a
 * table's header cost nothing.
 */
export function compileSources(sources: SourcesValue | undefined, context: SourceContext): Read {
  if (sources === undefined) return nothing
  const reads = [sources].flat().flatMap((source) => compileSource(source, context) ?? [])
  const [first = nothing, ...others] = reads
  if (others.length === 0) return first
  return (cells) => {
    for (const read of reads) {
      const cell = read(cells)
      if (!isEmpty(cell)) return cell
    }
    return undefined
  }
}

/** @returns undefined if no record can have the field */
function compileSource(source: SourceValue, context: SourceContext): Read | undefined {
  const { known } = context
  if (typeof source === 'string') return compileColumn(source, context)
  if ('value' in source) return () => source.value
  if ('join' in source) {
    const parts = source.join.flatMap((part) => compileSource(part, context) ?? [])
    return (cells) => parts.map((part) => textOf(part(cells))).join(' ')
  }
  const from = compileColumn(source.from, context)
  const find = memoize('known' in source ? known(source.known) : matcher(source))
  return from && ((cells) => find(textOf(from(cells))))
}

function compileColumn(name: string, { columns, usedSlots }: SourceContext): Read | undefined {
  const isTable = columns.headerWidth !== Number.POSITIVE_INFINITY
  if (isTable && !columns.has(name)) return undefined
  const slot = columns.slot(name)
  usedSlots?.add(slot)
  return (cells) => cells[slot]
}

function matcher({ match, as, upper }: MatchValue): (text: string) => string {
  const pattern = linearPattern(match)
  return (text) => {
    const own = text.slice(0, MAX_FIELD_LENGTH)
    const latin = withLatinSizes(own)
    const found = pattern.exec(own) ?? (latin === own ? null : pattern.exec(latin))
    if (!found) return ''
    const part = as ?? found.first ?? found.whole
    return upper ? part.toUpperCase() : part
  }
}

/** Returns a cell as text; '' for a missing cell. */
export function textOf(cell: RawCell): string {
  return typeof cell === 'string' ? cell : cell === undefined ? '' : String(cell)
}

/** Returns true if a cell is missing, blank or a dash. */
export function isEmpty(cell: RawCell): boolean {
  return (
    cell === undefined ||
    cell === '' ||
    (typeof cell === 'string' && cell.length < 20 && cleanText(cell) === '')
  )
}

const ZERO = /^\s*0+(?:[.,]0+)?\s*$/
export const isZero = (cell: RawCell): boolean => cell === 0 || (typeof cell === 'string' && ZERO.test(cell))

/** Kinds of values that can be recognised anywhere in a text. */
type KnownKind = 'brand' | 'season' | 'vehicleType' | 'city' | keyof typeof BY_WORDS

/** Returns a function that finds a value of the kind in a text, '' if there is none. */
type KnownFinders = (kind: KnownKind) => (text: string) => string

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
