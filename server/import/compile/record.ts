import type { LeftOutKind } from '../../../contract/sources/account.ts'
import type { ListingIds, OfferedState } from '../../prices/listings/listing.ts'
import { hasPrice, type Offer, type TyreSpecs } from '../../prices/offer.ts'
import { Rejection } from '../errors.ts'
import type { Mapping } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { type Alterations, createAlterations, createRemarks, type Remarks } from '../remarks.ts'
import { createSections, isSummary, isTotal, SECTION_FIELD } from '../sections.ts'
import { isRouble } from '../values/price.ts'
import { isDamagedArticle } from '../values/text.ts'
import { compileExtract } from './extract.ts'
import { areColumnNumbers, repeatedHeader } from './header.ts'
import { compileIds } from './ids.ts'
import { compileNonTyreCheck } from './non-tyres.ts'
import { compileOffers } from './offers.ts'
import { compileSources, isEmpty, knownFinders, type SourceContext, textOf } from './source.ts'
import { compileSpecs } from './specs.ts'

/** Tyre with its offers; no offers if it is out of stock everywhere. */
interface TyreRecord {
  specs: TyreSpecs
  ids: ListingIds & OfferedState
  offers: readonly Offer[]
}

/** Record that is not a tyre, with its name. */
interface NonTyre {
  other: string
}

/** Record that is no goods, such as a heading or a total. */
interface LeftRecord {
  left: Exclude<LeftOutKind, 'rejected' | 'goods' | 'unavailable' | 'repeated'>
}

/** Reads a record. Throws Rejection for a bad one. */
export type ReadRecord = (cells: RawCell[], items: readonly RawCell[][]) => TyreRecord | NonTyre | LeftRecord

/**
 * Compiles a mapping into a function that reads records.
 * @param columns columns of the record; a table's header must already be set
 * @param remarks collects notes about good records for the person who imports them
 * @param alterations counts values that are read differently from how the file writes them
 */
export function compileRecord(
  mapping: Mapping,
  columns: Columns,
  itemColumns: Columns,
  remarks: Remarks = createRemarks(),
  alterations: Alterations = createAlterations(),
): ReadRecord {
  const context: SourceContext = { columns, known: knownFinders(mapping.spellings), alterations }
  const extract = compileExtract(mapping.extract, columns)
  const sections = createSections()
  const sectionAt = columns.slot(SECTION_FIELD)
  const skipped = (mapping.skip?.empty ?? []).map((name) => compileSources(name, context))
  const readSpecs = compileSpecs(mapping, context)
  const ids = compileIds(mapping, context, remarks)
  const readOffers = compileOffers(mapping, context, itemColumns, remarks)
  const readArticle = compileSources(mapping.fields.article, context)
  const readCurrency = mapping.currency === undefined ? undefined : compileSources(mapping.currency, context)
  const isNonTyre = compileNonTyreCheck(mapping, context)
  const isHeader = repeatedHeader(columns)

  return (cells, items) => {
    if (skipped.length > 0 && skipped.every((read) => isEmpty(read(cells)))) {
      return { left: sections.heading(cells) ? 'section' : unpriced(cells) }
    }
    const section = sections.above()
    if (section !== '') cells[sectionAt] = section
    extract(cells)
    const specs = readSpecs(cells)
    if (isTotalRow(specs)) return { left: 'total' }
    if (isNonTyre(specs, cells)) return { other: specs.name }
    if (specs.article === '' && specs.name === '') {
      if (cells.every(isEmpty)) return { left: 'empty' }
      throw new Rejection(
        isDamagedArticle(textOf(readArticle(cells)))
          ? 'артикул испорчен Excel, названия нет'
          : 'нет ни артикула, ни названия',
      )
    }
    const offers = unless(
      () => isHeader(cells) !== undefined || areColumnNumbers(cells),
      () => {
        if (readCurrency && !isRouble(textOf(readCurrency(cells)))) throw new Rejection('цена не в рублях')
        return readOffers(cells, items)
      },
    )
    if (offers === null) {
      if (areColumnNumbers(cells)) return { left: 'numbers' }
      return { left: isHeader(cells) === 'other' ? 'otherHeader' : 'header' }
    }
    for (const offer of offers) checkOffer(offer)
    if (specs.article === '' && offers.length > 0) {
      const article = textOf(readArticle(cells))
      if (isDamagedArticle(article)) remarks.add(DAMAGED_ARTICLE, `${article.trim()}, ${specs.name}`)
    }
    if (offers.length > 0) ids.remark(cells, specs.name || specs.article)
    return { specs, ids: ids.read(cells, specs.name), offers }
  }
}

/** Returns why a row without a price that is no heading is left out: total, page number, or goods without a price. */
function unpriced(cells: readonly RawCell[]): LeftRecord['left'] {
  const texts = cells.flatMap((cell) => (isEmpty(cell) ? [] : String(cell).trim()))
  if (texts.length === 0) return 'empty'
  return texts.some(isTotal) ? 'total' : 'unpriced'
}

const DAMAGED_ARTICLE = 'Артикул испорчен Excel: шина загружена без него, по названию'
/** A total row has no article and says so, or has no size and its label ('Итого') in the article or name column. */
function isTotalRow({ article, name, height, diameter }: TyreSpecs): boolean {
  if (article === '' && isSummary(name)) return true
  if (height !== '' || diameter !== '') return false
  return article === '' || name === '' ? isTotal(article || name) : isTotal(article)
}

/**
 * Returns the result of `read`. If `read` throws a Rejection and `isNone` returns true, the record is not data: returns
 * null instead of throwing.
 */
function unless<T>(isNone: () => boolean, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Rejection && isNone()) return null
    throw error
  }
}

function checkOffer(offer: Offer): void {
  if (!hasPrice(offer)) throw new Rejection('нет цены')
  if (offer.city === '') throw new Rejection('не указан город')
}
