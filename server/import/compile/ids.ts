import { memoize } from '../../../contract/lib/memo.ts'
import { CONDITION_TEXTS } from '../../../contract/matching/matching.ts'
import { conditionInField, conditionOf, yearInField, yearOf } from '../../matching/condition.ts'
import { type ListingIds, NO_IDS, type OfferedState } from '../../prices/listings/listing.ts'
import type { IdFieldName, Mapping, SourcesValue } from '../mapping.ts'
import type { RawCell } from '../readers/columns.ts'
import { SHEET_FIELD } from '../readers/similar-sheets.ts'
import { CATEGORY_FIELD } from '../readers/xml.ts'
import type { Remarks } from '../remarks.ts'
import { SECTION_FIELD } from '../sections.ts'
import { gtinIn } from '../values/barcode.ts'
import { checkLength, cleanText, isDamagedArticle } from '../values/text.ts'
import { compileSources, type SourceContext, textOf } from './source.ts'

interface IdReader {
  /** reads a record's identifiers beside the article, and the state of its tyre; throws Rejection */
  read(cells: readonly RawCell[], name: string): ListingIds & OfferedState
  /** remarks on identifiers that Excel has damaged */
  remark(cells: readonly RawCell[], name: string): void
}

/** Compiles the mapping's supplier's code and barcode, condition and year of production. */
export function compileIds(mapping: Mapping, context: SourceContext, remarks: Remarks): IdReader {
  const { fields } = mapping
  const stateOf = compileState(mapping, context)
  /** identifiers of the previous record, shared with the records that have equal ones */
  let state: OfferedState | undefined
  let ids: ListingIds & OfferedState = NO_IDS
  const share = (code: string, gtin: string, of: OfferedState) => {
    if (of !== state || code !== ids.code || gtin !== ids.gtin) ids = { code, gtin, ...of }
    state = of
    return ids
  }
  if (fields.code === undefined && fields.barcode === undefined)
    return { read: (cells, name) => share('', '', stateOf(cells, name)), remark() {} }
  const reader = (field: IdFieldName) => {
    const source = compileSources(fields[field], context)
    return (cells: readonly RawCell[]) => textOf(source(cells))
  }
  const [codeIn, barcodeIn] = [reader('code'), reader('barcode')]
  const cleanCode = memoize((text) => {
    const code = checkLength(cleanText(text), 'Код поставщика')
    return isDamagedArticle(code) ? '' : code
  })
  const gtinOf = memoize(gtinIn)
  return {
    read: (cells, name) => share(cleanCode(codeIn(cells)), gtinOf(barcodeIn(cells)), stateOf(cells, name)),
    remark(cells, name) {
      const [code, barcode] = [codeIn(cells), barcodeIn(cells)]
      if (isDamagedArticle(code)) remarks.add(DAMAGED_CODE, `${code.trim()}, ${name}`)
      if (isDamagedArticle(barcode)) remarks.add(DAMAGED_BARCODE, `${barcode.trim()}, ${name}`)
    },
  }
}

/**
 * Compiles the state of a record's tyre: what its own fields say, else the headings and the sheet that it stands in and
 * the kind of goods, else its name.
 */
function compileState(
  { fields, skip }: Mapping,
  context: SourceContext,
): (cells: readonly RawCell[], name: string) => Required<OfferedState> {
  const textIn = (source: SourcesValue | undefined) => {
    const read = compileSources(source, context)
    return (cells: readonly RawCell[]) => textOf(read(cells))
  }
  const yearIn = textIn(fields.year)
  const said = memoize(conditionOf)
  const around = [SECTION_FIELD, SHEET_FIELD, ...(skip?.goods ?? [CATEGORY_FIELD])]
  const told = [
    { text: textIn(fields.condition), condition: memoize(conditionInField) },
    ...around.map((field) => ({ text: textIn(field), condition: said })),
  ]
  const inYearField = memoize(yearInField)
  const ofName = memoize((name) => ({ condition: conditionOf(name), year: yearOf(name) }))
  // Consecutive records mostly share one name.
  let before: string | undefined
  let own: Required<OfferedState> = { condition: 'new', year: '' }
  return (cells, name) => {
    if (name !== before) own = ofName(name)
    before = name
    let { condition } = own
    for (const one of told) {
      const text = one.text(cells)
      const found = text === '' ? 'new' : one.condition(text)
      if (found === 'new') continue
      condition = found
      break
    }
    if (condition !== 'new') context.alterations?.add('condition', `${name}: ${CONDITION_TEXTS[condition]}`)
    const year = inYearField(yearIn(cells)) || own.year
    return condition === own.condition && year === own.year ? own : { condition, year }
  }
}

const DAMAGED_CODE = 'Код поставщика испорчен Excel: шина загружена без него'
const DAMAGED_BARCODE = 'Штрихкод испорчен Excel: шина загружена без него'
