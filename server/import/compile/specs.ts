import { memoize } from '../../../contract/lib/memo.ts'
import { SPEC_NAMES, type SpecName, TYRE_SPECS } from '../../../contract/tyre/tyre-specs.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { BRANDS } from '../brands.ts'
import type { Mapping } from '../mapping.ts'
import type { RawCell } from '../readers/columns.ts'
import { SEASONS, VEHICLE_TYPES } from '../spellings.ts'
import { canonicalDiameter, canonicalLoad, canonicalSize, canonicalSpeed } from '../values/size.ts'
import { canonicalSpelling } from '../values/spelling.ts'
import { checkLength, cleanText, isDamagedArticle, notDate } from '../values/text.ts'
import { compileSources, type SourceContext, textOf } from './source.ts'

/** Reads a tyre's description from a record; throws Rejection. */
export type ReadSpecs = (cells: readonly RawCell[]) => TyreSpecs

/** Normalisers by field; the other fields only have their spaces and control characters cleaned. */
function fieldNormalisers(
  added: Mapping['spellings'] = {},
): Partial<Record<SpecName, (text: string) => string>> {
  return {
    article: (text) => (isDamagedArticle(text) ? '' : text),
    brand: canonicalSpelling(BRANDS, added.brand ?? {}),
    season: canonicalSpelling(SEASONS, added.season ?? {}),
    vehicleType: canonicalSpelling(VEHICLE_TYPES, added.vehicleType ?? {}),
    width: (text) => canonicalSize(notDate(text)),
    height: (text) => canonicalSize(notDate(text)),
    diameter: (text) => canonicalDiameter(notDate(text)),
    speedIndex: canonicalSpeed,
    loadIndex: canonicalLoad,
  }
}

/**
 * Compiles the mapping's fields of a tyre. Price lists with one line per offer repeat a tyre's description on
 * consecutive lines: for equal cells the previous object is returned, so a comparison replaces a dozen look-ups.
 */
export function compileSpecs(mapping: Mapping, context: SourceContext): ReadSpecs {
  const normalisers = fieldNormalisers(mapping.spellings)
  const used = new Set<number>()
  const reader = (field: SpecName) => {
    const source = compileSources(mapping.fields[field], { ...context, usedSlots: used })
    const normalise = normalisers[field]
    const clean = memoize((text) => {
      const cleaned = checkLength(cleanText(text), TYRE_SPECS[field].label)
      return normalise ? normalise(cleaned) : cleaned
    })
    return (cells: readonly RawCell[]) => {
      const cell = source(cells)
      return cell === undefined || cell === '' ? '' : clean(textOf(cell))
    }
  }

  const readers = SPEC_NAMES.map((name) => [name, reader(name)] as const)
  const slots = [...used]
  let before: RawCell[] = []
  let last: TyreSpecs | undefined
  return (cells) => {
    if (last && slots.every((slot, i) => cells[slot] === before[i])) return last
    const specs = {} as TyreSpecs
    for (const [name, readField] of readers) specs[name] = readField(cells)
    before = slots.map((slot) => cells[slot])
    last = specs
    return specs
  }
}
