import type { Offer, TyreSpecs } from '../../prices/offer.ts'
import type { Mapping } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { Rejection } from '../rejection.ts'
import { createRemarks, type Remarks } from '../remarks.ts'
import { isRouble } from '../values/currency.ts'
import { isDamagedArticle } from '../values/text.ts'
import { compileExtract } from './extract.ts'
import { knownFinders } from './known.ts'
import { compileOffers } from './offers.ts'
import { compileSources, isEmpty, type SourceContext, textOf } from './source.ts'
import { compileSpecs } from './specs.ts'

/** Reads a tyre with its offers, none if it is available nowhere; null for a record that is not a tyre. */
export type ReadRecord = (
  cells: RawCell[],
  items: readonly RawCell[][],
) => { specs: TyreSpecs; offers: readonly Offer[] } | null

/**
 * Compiles a mapping into a function that throws Rejection for a bad record.
 * @param columns of the record; a table's header must already be set
 * @param remarks receives what people should know of good records
 */
export function compileRecord(
  mapping: Mapping,
  columns: Columns,
  itemColumns: Columns,
  remarks: Remarks = createRemarks(),
): ReadRecord {
  const context: SourceContext = { columns, known: knownFinders(mapping.spellings) }
  const extract = compileExtract(mapping.extract, columns)
  const skipped = (mapping.skip?.empty ?? []).map((name) => compileSources(name, context))
  const readSpecs = compileSpecs(mapping, context)
  const readOffers = compileOffers(mapping, context, itemColumns, remarks)
  const readArticle = compileSources(mapping.fields.article, context)
  const readCurrency = mapping.currency === undefined ? undefined : compileSources(mapping.currency, context)

  return (cells, items) => {
    if (skipped.length > 0 && skipped.every((read) => isEmpty(read(cells)))) return null
    extract(cells)
    const specs = readSpecs(cells)
    if (specs.article === '' && specs.name === '') {
      if (cells.every(isEmpty)) return null
      throw new Rejection(
        isDamagedArticle(textOf(readArticle(cells)))
          ? 'артикул испорчен Excel, названия нет'
          : 'нет ни артикула, ни названия',
      )
    }
    if (readCurrency && !isRouble(textOf(readCurrency(cells)))) throw new Rejection('цена не в рублях')
    const offers = readOffers(cells, items)
    for (const offer of offers) checkOffer(offer)
    if (specs.article === '' && offers.length > 0) {
      const article = textOf(readArticle(cells))
      if (isDamagedArticle(article)) remarks.add(DAMAGED_ARTICLE, `${article.trim()}, ${specs.name}`)
    }
    return { specs, offers }
  }
}

const DAMAGED_ARTICLE = 'Артикул испорчен Excel: шина загружена без него, по названию'

function checkOffer({ city, retail, wholesale, cost }: Offer): void {
  if (retail === null && wholesale === null && cost === null) throw new Rejection('нет цены')
  if (city === '') throw new Rejection('не указан город')
}
