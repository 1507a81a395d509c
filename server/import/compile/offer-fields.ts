import type { Offer } from '../../prices/offer.ts'
import type { Mapping, OfferSources, SourcesValue } from '../mapping.ts'
import { memoize } from '../memo.ts'
import type { RawCell } from '../readers/columns.ts'
import { readPrice, readStock } from '../values/price.ts'
import { checkLength, cleanText } from '../values/text.ts'
import { compileSources, type Read, type SourceContext, textOf } from './source.ts'

/** Parses a cell as a number of an offer; throws Rejection. */
type ReadNumber = (cell: RawCell) => number | null

/** Parsers for the numbers of an offer, in roubles and pieces. */
export type NumberForms = Record<'retail' | 'wholesale' | 'cost' | 'stock', ReadNumber>

export function numberForms(mapping: Mapping): NumberForms {
  const thousands = mapping.thousands ?? ''
  return {
    retail: (cell) => readPrice(cell, 'розн. цена', thousands),
    wholesale: (cell) => readPrice(cell, 'опт. цена', thousands),
    cost: (cell) => readPrice(cell, 'себестоимость', thousands),
    stock: (cell) => readStock(cell, thousands),
  }
}

/** Reads the fields of an offer that have sources; the others come from a base offer. */
export type ReadOffer = (cells: readonly RawCell[], base?: Offer) => Offer

export function compileOffer(sources: OfferSources, forms: NumberForms, context: SourceContext): ReadOffer {
  const city = textReader(sources.city, 'Город', context)
  const warehouse = textReader(sources.warehouse, 'Склад', context)
  const retail = numberReader(sources.retail, forms.retail, context)
  const wholesale = numberReader(sources.opt, forms.wholesale, context)
  const cost = numberReader(sources.cost, forms.cost, context)
  const stock = numberReader(sources.stock, forms.stock, context)

  return (cells, base) => ({
    city: city(cells) || (base?.city ?? ''),
    warehouse: warehouse(cells) || (base?.warehouse ?? ''),
    retail: retail(cells) ?? base?.retail ?? null,
    wholesale: wholesale(cells) ?? base?.wholesale ?? null,
    cost: cost(cells) ?? base?.cost ?? null,
    stock: stock(cells) ?? base?.stock ?? null,
  })
}

function textReader(sources: SourcesValue | undefined, label: string, context: SourceContext) {
  const source: Read = compileSources(sources, context)
  const clean = memoize((text) => checkLength(cleanText(text), label))
  return (cells: readonly RawCell[]) => {
    const cell = source(cells)
    return cell === undefined || cell === '' ? '' : clean(textOf(cell))
  }
}

function numberReader(sources: SourcesValue | undefined, form: ReadNumber, context: SourceContext) {
  const source = compileSources(sources, context)
  return (cells: readonly RawCell[]) => form(source(cells))
}
