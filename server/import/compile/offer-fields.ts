import { memoize } from '../../../contract/lib/memo.ts'
import {
  MAPPED_PRICES,
  OFFER_VALUES,
  type OfferValue,
  PLACE_FIELDS,
} from '../../../contract/offers/offer-values.ts'
import { NO_VALUES, type Offer, type OfferValues } from '../../prices/offer.ts'
import type { Mapping, OfferSources, SourcesValue, SourceValue } from '../mapping.ts'
import type { RawCell } from '../readers/columns.ts'
import type { Alterations, Remarks } from '../remarks.ts'
import { lenientNumber } from '../values/number.ts'
import { readPrice, readStock, VALUE_LABELS } from '../values/price.ts'
import { checkLength, cleanText } from '../values/text.ts'
import { compileSources, isEmpty, isZero, type Read, type SourceContext, textOf } from './source.ts'

/** Parses a cell as a number of an offer; throws Rejection. */
type ReadNumber = (cell: RawCell) => number | null

/** Returns the parser for a number in the given column; undefined for a number extracted from other fields. */
export type NumberParsers = (value: OfferValue, column: string | undefined) => ReadNumber

/** Words of a price that is not exact or not for everybody: 'от 3 460', '~3 660', '3 620 нал'. */
const QUALIFIED = /^\s{0,9}(?:[~≈>]|от\s|более\s|свыше\s)|(?<!\p{L})нал(?!\p{L})/iu

/** Prices without words, by far the most, which need no search for words. */
const PLAIN = /^[\d\s.,]*$/

export function numberParsers(
  { thousands, pieces = {}, minor = {} }: Mapping,
  remarks: Remarks,
  alterations?: Alterations,
): NumberParsers {
  const separators =
    typeof thousands === 'string' ? () => thousands : (column: string) => thousands?.[column] ?? ''
  const onDivided = (by: number, cell: RawCell) => {
    remarks.add(`Цена за ${by} шт.: разделена на ${by}`)
    alterations?.add('pieces', `${textOf(cell)} : ${by}`)
  }
  return (value, column = '') => {
    const separator = separators(column)
    const label = VALUE_LABELS[value]
    if (PLACE_FIELDS[value].kind === 'stock') return (cell) => readStock(cell, separator, label)
    const power = minor[column]
    const exponent = typeof power === 'number' ? power : 0
    let current: RawCell
    const format = {
      label,
      thousands: separator,
      pieces: pieces[column] ?? 1,
      onDivided: (by: number) => onDivided(by, current),
    }
    return (cell) => {
      current = cell
      if (typeof cell === 'string' && !PLAIN.test(cell) && QUALIFIED.test(cell))
        alterations?.add('words', cell)
      return readPrice(inRoubles(cell, exponent, alterations), format)
    }
  }
}

/** Reads the fields of an offer that have sources, and takes the other ones from the base offer. */
export type ReadOffer = (cells: readonly RawCell[], base?: Offer) => Offer

export function compileOffer(
  sources: OfferSources,
  parsers: NumberParsers,
  context: SourceContext,
): ReadOffer {
  const city = textReader(sources.city, 'Город', context)
  const warehouse = textReader(sources.warehouse, 'Склад', context)
  const numbers = OFFER_VALUES.flatMap((value) => {
    const given = sources[PLACE_FIELDS[value].mapping.name]
    return given === undefined ? [] : { value, read: numberReader(given, value, parsers, context) }
  })
  const read = (cells: readonly RawCell[], base: OfferValues & Partial<Offer> = NO_VALUES): Offer => {
    const offer = {
      ...base,
      city: city(cells) || (base.city ?? ''),
      warehouse: warehouse(cells) || (base.warehouse ?? ''),
    }
    for (const { value, read: readValue } of numbers) offer[value] = readValue(cells) ?? offer[value]
    return offer
  }
  const prices = MAPPED_PRICES.flatMap((name) => sources[name] ?? [])
  const count = compileInstead(
    context.instead,
    new Set(prices.flatMap((source) => columnOf(source) ?? [])),
    context,
  )
  if (!count) return read
  return (cells, base) => {
    count(cells)
    return read(cells, base)
  }
}

function textReader(sources: SourcesValue | undefined, label: string, context: SourceContext) {
  const source: Read = compileSources(sources, context)
  const clean = memoize((text) => checkLength(cleanText(text), label))
  return (cells: readonly RawCell[]) => {
    const cell = source(cells)
    return cell === undefined || cell === '' ? '' : clean(textOf(cell))
  }
}

/** Returns a parser that reads each source in the number format of its column; the first non-empty source counts. */
function numberReader(
  sources: SourcesValue,
  value: OfferValue,
  parsers: NumberParsers,
  context: SourceContext,
): (cells: readonly RawCell[]) => number | null {
  const readers = [sources].flat().map((source) => ({
    read: withExponent(compileSources(source, context), columnOf(source), context),
    parse: parsers(value, columnOf(source)),
  }))
  const [only] = readers
  if (!only) return () => null
  if (readers.length === 1) return (cells) => only.parse(only.read(cells))
  return (cells) => {
    for (const [i, { read, parse }] of readers.entries()) {
      const cell = read(cells)
      // '0' in the column of discounts means that there is none.
      const isNone =
        isEmpty(cell) || (PLACE_FIELDS[value].kind === 'price' && i < readers.length - 1 && isZero(cell))
      if (!isNone) return parse(cell)
    }
    return null
  }
}

/** Returns a reader that converts prices whose minor units another field of the record tells. */
function withExponent(read: Read, column: string | undefined, context: SourceContext): Read {
  const field = context.minor?.[column ?? '']
  if (typeof field !== 'string') return read
  const exponent = compileSources(field, context)
  return (cells) => inRoubles(read(cells), exponentIn(exponent(cells)), context.alterations)
}

const columnOf = (source: SourceValue): string | undefined =>
  typeof source === 'string' ? source : 'from' in source ? source.from : undefined

const MAX_EXPONENT = 6

/** Returns the power of ten in a record's field; 0 for a cell without one. */
function exponentIn(cell: RawCell): number {
  const exponent = lenientNumber(textOf(cell)) ?? 0
  return Number.isInteger(exponent) && exponent >= 0 && exponent <= MAX_EXPONENT ? exponent : 0
}

/** Converts a price in minor units, such as kopecks, to roubles; a cell that is no number is returned unchanged. */
function inRoubles(cell: RawCell, exponent: number, alterations: Alterations | undefined): RawCell {
  if (exponent === 0) return cell
  const value = typeof cell === 'string' ? lenientNumber(cell) : (cell ?? null)
  if (value === null || Number.isNaN(value)) return cell
  const price = value / 10 ** exponent
  alterations?.add('minor', `${cell} → ${price}`)
  return price
}

/**
 * Compiles the mapping's `instead`: counts the records whose price column is left out in favour of another.
 * @param columns columns that are read in this context
 * @returns undefined if none of them stands for another
 */
function compileInstead(
  instead: Mapping['instead'] = {},
  columns: ReadonlySet<string>,
  context: SourceContext,
): ((cells: readonly RawCell[]) => void) | undefined {
  const { alterations } = context
  const pairs = Object.entries(instead)
    .filter(([, { by }]) => columns.has(by))
    .map(([left, { by, rule }]) => ({
      left: compileSources(left, context),
      taken: compileSources(by, context),
      rule,
    }))
  if (pairs.length === 0 || !alterations) return undefined
  return (cells) => {
    for (const { left, taken, rule } of pairs) {
      const [other, own] = [left(cells), taken(cells)]
      if (isEmpty(other) || isEmpty(own) || isZero(own) || textOf(other) === textOf(own)) continue
      alterations.add(rule, `${textOf(other)} → ${textOf(own)}`)
    }
  }
}
