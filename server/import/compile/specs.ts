import { SPECS } from '../../../contract/report-row.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import type { Mapping } from '../mapping.ts'
import { memoize } from '../memo.ts'
import type { RawCell } from '../readers/columns.ts'
import { BRANDS, SEASONS, VEHICLE_TYPES } from '../spellings.ts'
import { canonicalDiameter, canonicalSize } from '../values/size.ts'
import { canonicalSpelling } from '../values/spelling.ts'
import { checkLength, cleanText } from '../values/text.ts'
import { compileSources, type SourceContext, textOf } from './source.ts'

type SpecField = keyof TyreSpecs

/** Reads a tyre's description from a record; throws Rejection. */
export type ReadSpecs = (cells: readonly RawCell[]) => TyreSpecs

/** Normalisers by field; fields not listed are only cleaned. */
function canonicalForms(
  added: Mapping['spellings'] = {},
): Partial<Record<SpecField, (text: string) => string>> {
  return {
    brand: canonicalSpelling(BRANDS, added.brand ?? {}),
    season: canonicalSpelling(SEASONS, added.season ?? {}),
    vehicleType: canonicalSpelling(VEHICLE_TYPES, added.vehicleType ?? {}),
    width: canonicalSize,
    height: canonicalSize,
    diameter: canonicalDiameter,
  }
}

export function compileSpecs(mapping: Mapping, context: SourceContext): ReadSpecs {
  const forms = canonicalForms(mapping.spellings)
  const reader = (field: SpecField) => {
    const source = compileSources(mapping.fields[field], context)
    const form = forms[field]
    const read = memoize((text) => {
      const clean = checkLength(cleanText(text), SPECS[field])
      return form ? form(clean) : clean
    })
    return (cells: readonly RawCell[]) => {
      const cell = source(cells)
      return cell === undefined || cell === '' ? '' : read(textOf(cell))
    }
  }

  const article = reader('article')
  const brand = reader('brand')
  const name = reader('name')
  const width = reader('width')
  const height = reader('height')
  const diameter = reader('diameter')
  const season = reader('season')
  const vehicleType = reader('vehicleType')
  const speedIndex = reader('speedIndex')
  const loadIndex = reader('loadIndex')

  return (cells) => ({
    article: article(cells),
    brand: brand(cells),
    name: name(cells),
    width: width(cells),
    height: height(cells),
    diameter: diameter(cells),
    season: season(cells),
    vehicleType: vehicleType(cells),
    speedIndex: speedIndex(cells),
    loadIndex: loadIndex(cells),
  })
}
