import { CITIES } from '../import/cities.ts'
import type { HeldName } from '../import/mapping.ts'
import { isForeign } from '../import/values/currency.ts'
import type { Column } from './column.ts'
import { type NameWord, nameWords } from './fold.ts'
import { type Meanings, meaningsOfWords } from './name-meanings.ts'
import { valueFit } from './value-fit.ts'

/** A column that stands for a place. */
export interface PlaceColumn {
  column: Column
  city: string
  warehouse: string
  holds: HeldName | 'price'
  sureness: number
}

/** Fields with a common beginning, of which other records may have more: rest_msk, rest_spb. */
export interface PlacePrefix {
  prefix: string
  columns: Column[]
  holds: HeldName
  sureness: number
}

/** Places of a price list: columns that name them, or the common prefix of their columns. */
export interface Places {
  columns: readonly PlaceColumn[]
  prefix: PlacePrefix | null
}

export const NOWHERE: Places = { columns: [], prefix: null }

/**
 * The places among a record's fields. Documents may have more of them in other records, so that a common beginning is the better
 * description; tables show all that there are, but a beginning covers the places that no name tells.
 */
export function findPlaces(columns: readonly Column[], isTable: boolean): Places {
  const prefix = placePrefix(columns)
  const named = placeColumns(columns)
  if (!prefix) return { columns: named, prefix }
  const names = new Set(named.map(({ column }) => column))
  const isCovered = prefix.columns.every((column) => names.has(column))
  return isTable && (isCovered || named.some(({ holds }) => holds !== 'stock'))
    ? { columns: named, prefix: null }
    : { columns: [], prefix }
}

const CITY_WORDS = Object.entries(CITIES)
  .flatMap(([city, others]) =>
    [city, ...others].map((name) => ({ city, words: nameWords(name).map(({ text }) => text) })),
  )
  .sort((a, b) => b.words.length - a.words.length || (b.words[0]?.length ?? 0) - (a.words[0]?.length ?? 0))

/** Words that make of a column of stock something else than a place's. */
const NO_PLACE = new Set(
  [
    'всего',
    'итого',
    'общий',
    'общее',
    'общая',
    'сумма',
    'резерв',
    'транзит',
    'пути',
    'заказ',
    'заказу',
    'ожидается',
    'минимальный',
    'total',
    'sum',
    'all',
    'min',
    'max',
    'reserve',
    'reserved',
    'transit',
    'order',
    'expected',
    'days',
    'срок',
    'дней',
    'дата',
    'date',
    'delivery',
  ].map((word) => nameWords(word)[0]?.text ?? ''),
)
const WAREHOUSE = new Set(
  [
    'склад',
    'склада',
    'складе',
    'магазин',
    'магазине',
    'филиал',
    'точка',
    'терминал',
    'warehouse',
    'wh',
    'store',
    'shop',
    'depot',
    'база',
  ].map((word) => nameWords(word)[0]?.text ?? ''),
)

/** The city in a name, and the words of the name besides it. */
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

const HELD: readonly (HeldName | 'price')[] = ['stock', 'retail', 'opt', 'cost', 'price']

/** Returns the field of a place's column, by the rest of its name or else by its values; null if neither matches. */
function heldBy(
  rest: readonly NameWord[],
  { profile }: Column,
): { holds: HeldName | 'price'; sureness: number } | null {
  const named: Meanings = meaningsOfWords(rest)
  const other = named.other ?? 0
  let best: { holds: HeldName | 'price'; sureness: number } | null = null
  for (const holds of HELD) {
    const { fit } = valueFit(holds, profile)
    const name = named[holds] ?? 0
    if (fit === 0 || name < 0.4 || name <= other) continue
    if (!best || name > best.sureness) best = { holds, sureness: name * (0.6 + 0.4 * fit) }
  }
  if (best || other > 0.4) return best
  // The name is that of the place alone.
  if (profile.filled === 0) return { holds: 'stock', sureness: 0.5 }
  const stock = valueFit('stock', profile).fit
  const price = valueFit('price', profile).fit
  if (stock === 0 && price === 0) return null
  return profile.median >= 700 || stock === 0
    ? { holds: 'price', sureness: 0.7 * price }
    : { holds: 'stock', sureness: 0.55 + 0.4 * stock }
}

/** Columns that are named after cities or numbered warehouses. */
function placeColumns(columns: readonly Column[]): PlaceColumn[] {
  const found: PlaceColumn[] = []
  for (const column of columns) {
    const text = bracket(column.name)
    if (
      isAddress(column) ||
      isForeign(column.name) ||
      nameWords(text).some(({ text: word }) => NO_PLACE.has(word))
    )
      continue
    const inCity = cityOfName(text)
    if (inCity) {
      const held = heldBy(inCity.rest, column)
      if (held)
        found.push({ column, city: inCity.city, warehouse: warehouseName(text, inCity.rest), ...held })
      continue
    }
    const words = nameWords(text)
    if (words.length < 2 || !words.some(({ text: word }) => WAREHOUSE.has(word))) continue
    const rest = words.filter(({ text: word }) => !WAREHOUSE.has(word) && !/^\d+$/.test(word))
    const held = heldBy(rest.filter(isHeldWord), column)
    if (held && held.holds !== 'price') found.push({ column, city: '', warehouse: placeName(text), ...held })
  }
  const numbered = found.filter(({ city }) => city === '')
  // One column 'Остаток на складе' is no place.
  return numbered.length < 2 ? found.filter(({ city }) => city !== '') : found
}

const bracket = (name: string) => /\[([^\]]+)\]$/u.exec(name)?.[1] ?? name

const isAddress = ({ profile }: Column) => profile.share('url') > 0.3 || profile.share('letters') > 0.7

function isHeldWord(word: NameWord): boolean {
  const meanings = meaningsOfWords([word])
  return HELD.some((held) => (meanings[held] ?? 0) > 0.4)
}

/** A city may have several warehouses, which the other words or a number tell apart. */
function warehouseName(name: string, rest: readonly NameWord[]): string {
  const own = rest.filter((word) => !isHeldWord(word) || WAREHOUSE.has(word.text))
  return own.some(({ text }) => /^\d+$/.test(text)) || own.length > 1 ? placeName(name) : ''
}

/** Without what the column holds: 'Остаток Склад 2' and 'Цена Склад 2' are of one place. */
function placeName(name: string): string {
  const parts = name.split(/\s*(?:\/|\s-\s|:|,)\s*|\s+/u).filter(Boolean)
  const own = parts.filter((part) => {
    const words = nameWords(part)
    return !(words.length > 0 && words.every((word) => isHeldWord(word) && !WAREHOUSE.has(word.text)))
  })
  return (own.length > 0 ? own : parts).join(' ')
}

/** Separators between a common prefix and the place: rest_msk, stocks.msk, 'Остаток Склад 1', stock[msk]. */
const SEPARATOR = /[_.\-:[ ]/g

/** Common prefix of several stock columns. */
function placePrefix(columns: readonly Column[]): PlacePrefix | null {
  const groups = new Map<string, Column[]>()
  for (const column of columns) {
    for (const { index } of column.name.matchAll(SEPARATOR)) {
      const prefix = column.name.slice(0, index + 1)
      groups.set(prefix, [...(groups.get(prefix) ?? []), column])
    }
  }
  const found = [...groups]
    .filter(([prefix, members]) => members.length > 1 && isStockPrefix(prefix, members))
    .sort(([a, first], [b, second]) => second.length - first.length || b.length - a.length)[0]
  return found ? { prefix: found[0], columns: found[1], holds: 'stock', sureness: 0.9 } : null
}

function isStockPrefix(prefix: string, members: readonly Column[]): boolean {
  const named = meaningsOfWords(nameWords(prefix))
  const meaning = Math.max(named.stock ?? 0, named.warehouse ?? 0)
  if (meaning < 0.5) return false
  return members.every((member) => {
    const rest = nameWords(member.name.slice(prefix.length))
    if (rest.length === 0 || rest.some(({ text }) => NO_PLACE.has(text))) return false
    const other = meaningsOfWords(rest)
    const isField = Object.entries(other).some(
      ([field, sureness]) => field !== 'city' && field !== 'warehouse' && (sureness ?? 0) > 0.6,
    )
    return !isField && valueFit('stock', member.profile).fit >= 0.3
  })
}
