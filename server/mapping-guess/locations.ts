import { LOCATION_COLUMN_FIELDS, type LocationColumnField } from '../../contract/offers/offer-values.ts'
import { CITIES } from '../import/cities.ts'
import { lenientNumber } from '../import/values/number.ts'
import { isForeign } from '../import/values/price.ts'
import type { GuessColumn } from './column.ts'
import { type Meanings, meaningsOfWords } from './name-meanings.ts'
import { type NameWord, nameWords, wordSet } from './name-text.ts'
import { WAREHOUSE_WORDS } from './synonyms/meaning.ts'
import { valueFit } from './value-fit.ts'

/** Words with which a column of stock is not that of a location. */
const NOT_LOCATION_WORDS = wordSet(`
  всего, итого, общий, общее, общая, сумма, резерв, транзит, пути, заказ, заказу, ожидается, минимальный,
  срок, дней, дата, total, sum, all, min, max, reserve, reserved, transit, order, expected, days, date, delivery`)

/** Column that stands for a location. */
export interface LocationColumn {
  column: GuessColumn
  city: string
  warehouse: string
  holds: LocationColumnField | 'price'
  sureness: number
}

/** Fields with a common prefix, of which other records may have more: rest_msk, rest_spb. */
export interface LocationPrefix {
  prefix: string
  columns: GuessColumn[]
}

/** Locations of a price list: as columns, or as the common prefix of their names. */
export interface Locations {
  columns: readonly LocationColumn[]
  prefix: LocationPrefix | null
}

export const NO_LOCATIONS: Locations = { columns: [], prefix: null }

/**
 * Finds the locations among a record's fields. In documents, other records may have more of them, so a common prefix
 * is preferred, unless the places have prices too. Tables show all their columns, so a prefix is used only for locations that no name tells.
 */
export function findLocations(columns: readonly GuessColumn[], isTable: boolean): Locations {
  const prefix = stockPrefix(columns)
  const named = locationColumns(columns)
  if (!prefix) return { columns: named, prefix }
  const names = new Set(named.map(({ column }) => column))
  const isCovered = prefix.columns.every((column) => names.has(column))
  const hasPrices = named.some(({ holds }) => holds !== 'stock')
  const areNamed = isTable ? isCovered || hasPrices : isCovered && hasPrices
  return areNamed ? { columns: named, prefix: null } : { columns: [], prefix }
}

const CITY_WORDS = Object.entries(CITIES)
  .flatMap(([city, others]) =>
    [city, ...others].map((name) => ({ city, words: nameWords(name).map(({ text }) => text) })),
  )
  .sort((a, b) => b.words.length - a.words.length || (b.words[0]?.length ?? 0) - (a.words[0]?.length ?? 0))

/** Returns the city in a name and the other words of the name. */
export function cityOfName(name: string): { city: string; rest: NameWord[] } | null {
  const words = nameWords(name)
  for (const { city, words: wanted } of CITY_WORDS) {
    for (let at = 0; at + wanted.length <= words.length; at++) {
      if (!wanted.every((word, i) => words[at + i]?.text === word)) continue
      return { city, rest: [...words.slice(0, at), ...words.slice(at + wanted.length)] }
    }
  }
  return null
}

const CONTENTS: readonly (LocationColumnField | 'price')[] = [...LOCATION_COLUMN_FIELDS, 'price']

/**
 * Returns the field that a location's column holds, by the other words of its name or else by its values; null if
 * neither fits.
 */
function contentOf(
  rest: readonly NameWord[],
  { profile }: GuessColumn,
): { holds: LocationColumnField | 'price'; sureness: number } | null {
  const named: Meanings = meaningsOfWords(rest)
  const other = named.other ?? 0
  let best: { holds: LocationColumnField | 'price'; sureness: number } | null = null
  for (const holds of CONTENTS) {
    const { fit } = valueFit(holds, profile)
    const name = named[holds] ?? 0
    if (fit === 0 || name < 0.4 || name <= other) continue
    if (!best || name > best.sureness) best = { holds, sureness: name * (0.6 + 0.4 * fit) }
  }
  if (best || other > 0.4) return best
  // The name is only that of the location, so the values decide.
  if (profile.filled === 0) return { holds: 'stock', sureness: 0.5 }
  const stock = valueFit('stock', profile).fit
  const price = valueFit('price', profile).fit
  if (stock === 0 && price === 0) return null
  return profile.median >= 700 || stock === 0
    ? { holds: 'price', sureness: 0.7 * price }
    : { holds: 'stock', sureness: 0.55 + 0.4 * stock }
}

/** Returns the columns that are named after cities or numbered warehouses. */
function locationColumns(columns: readonly GuessColumn[]): LocationColumn[] {
  const found: LocationColumn[] = []
  for (const column of columns) {
    const text = bracketText(column.name)
    if (
      isAddress(column) ||
      isForeign(column.name) ||
      nameWords(text).some(({ text: word }) => NOT_LOCATION_WORDS.has(word))
    )
      continue
    const inCity = cityOfName(text)
    if (inCity) {
      const held = contentOf(inCity.rest, column)
      if (held)
        found.push({ column, city: inCity.city, warehouse: warehouseName(text, inCity.rest), ...held })
      continue
    }
    const words = nameWords(text)
    if (words.length < 2 || !words.some(({ text: word }) => WAREHOUSE_WORDS.has(word))) continue
    const rest = words.filter(({ text: word }) => !WAREHOUSE_WORDS.has(word) && !/^\d+$/.test(word))
    const held = contentOf(rest.filter(isContentWord), column)
    if (held && held.holds !== 'price')
      found.push({ column, city: '', warehouse: locationName(text), ...held })
  }
  const towns = found.filter(({ city }) => city !== '')
  if (towns.length > 0) {
    return [...found, ...neighbours(columns, found)]
      .filter((one) => !isSum(one, towns))
      .sort((a, b) => columns.indexOf(a.column) - columns.indexOf(b.column))
  }
  // A single numbered column such as 'Остаток на складе' is not a location.
  return found.length < 2 ? [] : found
}

/**
 * Returns the columns beside those of towns that have stock, and a name without a meaning of its own: 'Центр',
 * 'Основной', 'Автово'.
 */
function neighbours(columns: readonly GuessColumn[], found: readonly LocationColumn[]): LocationColumn[] {
  const known = new Set(found.map(({ column }) => column))
  const added: LocationColumn[] = []
  const visit = (column: GuessColumn, before: GuessColumn | undefined) => {
    if (before === undefined || !known.has(before) || known.has(column) || !isUnnamedPlace(column)) return
    known.add(column)
    const sureness = 0.4 + 0.3 * valueFit('stock', column.profile).fit
    added.push({ column, city: '', warehouse: locationName(column.name), holds: 'stock', sureness })
  }
  for (const [i, column] of columns.entries()) visit(column, columns[i - 1])
  for (let i = columns.length - 2; i >= 0; i--) visit(columns[i] as GuessColumn, columns[i + 1])
  return added
}

function isUnnamedPlace({ name, named, profile }: GuessColumn): boolean {
  const words = nameWords(name)
  const isPlace = words.some(({ text }) => WAREHOUSE_WORDS.has(text))
  const { warehouse, city, stock = 0, ...others } = named
  return (
    /\p{L}{2}/u.test(name) &&
    Math.max(0, ...Object.values(others), isPlace ? 0 : stock) < 0.4 &&
    !words.some(({ text }) => NOT_LOCATION_WORDS.has(text)) &&
    (profile.filled === 0 || valueFit('stock', profile).fit >= 0.5)
  )
}

/** Returns true for the sum of the towns' stock, which would count their tyres twice. */
function isSum({ column, city, holds }: LocationColumn, towns: readonly LocationColumn[]): boolean {
  if (city !== '' || holds !== 'stock') return false
  const stocks = towns.filter((town) => town.holds === 'stock').map((town) => town.column.profile.values)
  const rows = column.profile.values
    .map((text, i) => [numberIn(text), stocks.reduce((sum, values) => sum + numberIn(values[i] ?? ''), 0)])
    .filter(([own]) => (own as number) > 0)
  return rows.length > 0 && rows.filter(([own, sum]) => own === sum).length > rows.length * 0.7
}

const numberIn = (text: string): number => lenientNumber(text) || 0

const bracketText = (name: string) => /\[([^[\]]+)\]$/u.exec(name)?.[1] ?? name

const isAddress = ({ profile }: GuessColumn) => profile.share('url') > 0.3 || profile.share('letters') > 0.7

function isContentWord(word: NameWord): boolean {
  const meanings = meaningsOfWords([word])
  return CONTENTS.some((held) => (meanings[held] ?? 0) > 0.4)
}

/**
 * Returns the name of the warehouse if the city may have several; '' if no other word or number distinguishes them.
 */
function warehouseName(name: string, rest: readonly NameWord[]): string {
  const own = rest.filter((word) => !isContentWord(word) || WAREHOUSE_WORDS.has(word.text))
  return own.some(({ text }) => /^\d+$/.test(text)) || own.length > 1 ? locationName(name) : ''
}

/** Removes the words for the field that a column holds: 'Остаток Склад 2' and 'Цена Склад 2' are one location. */
function locationName(name: string): string {
  const parts = name.split(/\s{0,9}(?:\/|\s-\s|:|,)\s{0,9}|\s+/u).filter(Boolean)
  const own = parts.filter((part) => {
    const words = nameWords(part)
    return !(
      words.length > 0 && words.every((word) => isContentWord(word) && !WAREHOUSE_WORDS.has(word.text))
    )
  })
  return (own.length > 0 ? own : parts).join(' ')
}

/** Separators between a common prefix and the location: rest_msk, stocks.msk, 'Остаток Склад 1', stock[msk]. */
const SEPARATOR = /[_.\-:[ ]/g

/** Returns the common prefix of several stock fields. */
function stockPrefix(columns: readonly GuessColumn[]): LocationPrefix | null {
  const groups = new Map<string, GuessColumn[]>()
  for (const column of columns) {
    for (const { index } of column.name.matchAll(SEPARATOR)) {
      const prefix = column.name.slice(0, index + 1)
      groups.set(prefix, [...(groups.get(prefix) ?? []), column])
    }
  }
  const found = [...groups]
    .filter(([prefix, members]) => members.length > 1 && isStockPrefix(prefix, members))
    .sort(([a, first], [b, second]) => second.length - first.length || b.length - a.length)[0]
  return found ? { prefix: found[0], columns: found[1] } : null
}

function isStockPrefix(prefix: string, members: readonly GuessColumn[]): boolean {
  const named = meaningsOfWords(nameWords(prefix))
  const meaning = Math.max(named.stock ?? 0, named.warehouse ?? 0)
  if (meaning < 0.5) return false
  return members.every((member) => {
    const rest = nameWords(member.name.slice(prefix.length))
    if (rest.length === 0 || rest.some(({ text }) => NOT_LOCATION_WORDS.has(text))) return false
    const other = meaningsOfWords(rest)
    const isField = Object.entries(other).some(
      ([field, sureness]) => field !== 'city' && field !== 'warehouse' && (sureness ?? 0) > 0.6,
    )
    return !isField && valueFit('stock', member.profile).fit > 0.3
  })
}
