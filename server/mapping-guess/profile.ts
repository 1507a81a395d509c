import { BRANDS } from '../import/brands.ts'
import { CITIES } from '../import/cities.ts'
import type { RawCell } from '../import/readers/columns.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { SEASONS, VEHICLE_TYPES } from '../import/spellings.ts'
import { barcodesIn, gtinIn } from '../import/values/barcode.ts'
import { withLatinSizes } from '../import/values/look-alikes.ts'
import { lenientNumber } from '../import/values/number.ts'
import { plainStatus, saysOutOfStock, saysStockCount } from '../import/values/price.ts'
import { canonicalSpeed } from '../import/values/size.ts'
import { canonicalSpelling, spellingFinder, withoutAbbreviations } from '../import/values/spelling.ts'
import { cleanText } from '../import/values/text.ts'

/** Matches 12 digits or more: the barcodes that are printed on tyres. */
const LONG_NUMBER = /(?:\d[\s-]?){12}/

/** Kinds of values with a check for each. */
const RECOGNISERS = {
  number: (text: string) => Number.isFinite(lenientNumber(text) ?? Number.NaN),
  integer: (text: string) => /^\d{1,9}$/.test(text),
  /** number with a currency */
  money: (text: string) => /(?:₽|руб|р\.|ru[br]|kzt|тг|грн)/i.test(text) && /\d/.test(text),
  decimals: (text: string) => /^\d+[.,]\d{2}$/.test(text),
  /** text containing a tyre size */
  sized: (text: string) => isSized(withLatinSizes(text)),
  /** only a tyre size */
  size: (text: string) =>
    /^(?:LT|P)?(?:\d{2,3}(?:[.,]\d+)?|\d[.,]\d+)\s?(?:[/xXхХ*]\s?\d{1,3}(?:[.,]\d+)?)?[\s/-]*(?:[HLQSTVZ]?\s?R|-|B|D)\s?\d{2}(?:[.,]\d)?\s?[CС]?(?:\s?(?:LT|XL))?$/i.test(
      withLatinSizes(text),
    ),
  width: (text: string) => isBetween(text, 100, 460, 5) || isBetween(text, 4, 45, 0.05),
  wideWidth: (text: string) => isBetween(text, 125, 395, 5),
  height: (text: string) => isBetween(text, 20, 105, 1),
  diameter: (text: string) =>
    /^(?:[HSVZ]?[RР]|[-–—]|D)?\s?(?:8|9|[1-4]\d)(?:[.,]5|[.,]0)?\s?(?:[CС]|LT)?["”]?$/i.test(text),
  radial: (text: string) => /^Z?[RР]\s?\d\d(?:[.,]5)?\s?[CС]?$/i.test(text),
  load: (text: string) => /^(?:[5-9]\d|1\d\d|20\d)(?:\/(?:[5-9]\d|1\d\d|20\d))?$/.test(text),
  doubleLoad: (text: string) => /^\d{2,3}\/\d{2,3}$/.test(text),
  speed: (text: string) => /^(?:[A-HJ-NP-WYZ]|A[1-8]|\([WY]\)|ZR|VR)$/i.test(canonicalSpeed(text)),
  indexes: (text: string) => /^\d{2,3}(?:\/\d{2,3})?\s?\(?[A-Z]\d?\)?(?:\s?XL)?$/.test(withLatinSizes(text)),
  season: (text: string) => text in SEASONS || season(text) in SEASONS,
  seasonInside: (text: string) => seasonIn(text) !== '',
  vehicle: (text: string) => vehicle(text) in VEHICLE_TYPES,
  vehicleInside: (text: string) => vehicleIn(text) !== '',
  brand: (text: string) => brand(text) in BRANDS,
  brandInside: (text: string) => brandIn(text) !== '',
  city: (text: string) => city(text) in CITIES,
  cityInside: (text: string) => cityIn(text) !== '',
  warehouseName: (text: string) =>
    /склад|магазин|центр|терминал|филиал|ул\.|пр-т|улица|шоссе|тракт|store|warehouse|depot/i.test(text),
  url: (text: string) => /^(?:https?:\/\/|www\.|[\w-]+\.[\w.-]+\/)/i.test(text),
  /** barcode with a valid check digit, also one that a shop has assigned itself */
  ean: (text: string) => LONG_NUMBER.test(text) && barcodesIn(text).length > 0,
  /** barcode that identifies goods everywhere */
  gtin: (text: string) => LONG_NUMBER.test(text) && gtinIn(text) !== '',
  date: (text: string) => /^\d{4}-\d\d-\d\d|^\d\d\.\d\d\.\d{2,4}/.test(text),
  stock: (text: string) =>
    /^(?:>|≥|более|больше|свыше|от|>=)?\s?\d{1,4}\+?\s?(?:шт\.?)?$/i.test(text) ||
    /^\d{1,4}[.,]0+$/.test(text) ||
    saysStockCount(text),
  /** minimum quantity; 'от 5 000' is a price */
  moreThan: (text: string) =>
    /^(?:(?:>|≥|более|больше|свыше|>=)\s?\d{1,4}|от\s?\d{1,3}(?!\s?\d)|\d{1,4}\+$)/i.test(text),
  availability: (text: string) =>
    saysOutOfStock(text) ||
    /^(?:in ?store ?only|online ?only|limited ?availability)$/i.test(plainStatus(text)) ||
    /^(?:да|есть|имеется|много|мало|достаточно|ограничен[оа]?|(?:есть )?(?:в наличии|на складе)|true|yes|in ?stock|available|\+{1,5}|-|\*+)$/i.test(
      plainStatus(text),
    ),
  /** machine-readable availability */
  stockStatus: (text: string) =>
    /^(?:in|out ?of|low) ?stock$|^(?:on ?|pre|back)[- ]?(?:back)?order$/i.test(plainStatus(text)),
  letters: (text: string) => /\p{L}/u.test(text),
  code: (text: string) =>
    /^[\p{L}\d][\p{L}\d./_+-]{2,24}$/u.test(text) && /\d/.test(text) && !/^\d+[.,]\d{1,2}$/.test(text),
  spaced: (text: string) => /\s/.test(text),
} satisfies Record<string, (text: string) => boolean>

export type Recogniser = keyof typeof RECOGNISERS

export const seasonIn = spellingFinder(withoutAbbreviations(SEASONS))
export const vehicleIn = spellingFinder(withoutAbbreviations(VEHICLE_TYPES))
export const brandIn = spellingFinder(BRANDS)
export const cityIn = spellingFinder(CITIES)
const brand = canonicalSpelling(BRANDS)
const season = canonicalSpelling(SEASONS)
const vehicle = canonicalSpelling(VEHICLE_TYPES)
const city = canonicalSpelling(CITIES)

/** Returns true if a text in Latin letters contains a tyre size. */
export const isSized = (text: string) =>
  /(?:^|[^\d])\d{2,3}(?:[.,]\d+)?\s?[/xXхХ*]\s?\d{2,3}(?:[.,]\d+)?[\s/-]*(?:[HLQSTVZ]?\s?R|-|B|D|[xX*]R?)?F?\s?\d{2}/i.test(
    text,
  ) ||
  /(?:^|[^\d.,])\d{1,3}(?:[.,]\d+)?\s?[HLQSTVZ]?\s?R\s?\d{2}/i.test(text) ||
  /(?:^|[^\d.,])\d{1,2}[.,]\d{1,2}\s?-\s?\d\d(?!\d)/.test(text) ||
  /R\d\d(?:[.,]5)?[CС]?\s\d{3}\/\d\d/i.test(text)

function isBetween(text: string, least: number, most: number, step: number): boolean {
  if (!/^\d{1,3}(?:[.,]\d{1,2})?(?:\s?мм)?$/.test(text)) return false
  const value = Number.parseFloat(text.replace(',', '.'))
  const steps = value / step
  return value >= least && value <= most && Math.abs(steps - Math.round(steps)) < 1e-6
}

/** Statistics of a column's values. */
export interface ColumnProfile {
  /** cleaned values by record; '' if empty */
  values: readonly string[]
  /** share of records with a value */
  filled: number
  /** number of distinct values divided by the number of values */
  distinct: number
  different: number
  /** average length of the values */
  length: number
  /** share of distinct values with the most common shape, such as 'ЦБ-0000000' */
  uniform: number
  /** numbers among the values, sorted */
  numbers: readonly number[]
  median: number
  /** thousands separators if the values are prices, and the median with these separators */
  priceThousands: '' | '.' | ',' | '.,'
  priceMedian: number
  /** share of values of a kind */
  share(recogniser: Recogniser): number
}

/**
 * Returns the thousands separator: a point or comma before exactly three digits in all numbers that have one. If
 * these digits are always 000, it is a decimal separator, as accounting programs write quantities.
 */
function thousandsOf(texts: readonly string[]): '.' | ',' | '' {
  const separated = texts.filter((text) => /\d[.,]\d/.test(text))
  if (separated.length === 0 || separated.every((text) => /[.,]000(?!\d)/.test(text))) return ''
  for (const separator of ['.', ','] as const) {
    const grouped = new RegExp(`^\\D*\\d{1,3}(?:[${separator}]\\d{3})+(?:[^\\d.,]|[.,]\\d{1,2}(?!\\d)|$)`)
    if (separated.every((text) => grouped.test(text))) return separator
  }
  return ''
}

/**
 * Returns the thousands separators of a price column. No tyre costs five roubles, so '5.000' is five thousand even
 * beside '4 990.00' and '12 345,67', unless other prices of the column have three decimals ('5300.125').
 */
function priceThousandsOf(texts: readonly string[]): '.' | ',' | '.,' | '' {
  const [point, comma] = ['.', ','].map((separator) => {
    const grouped = new RegExp(`^\\D*[1-9]\\d{0,2}[${separator}]\\d{3}(?!\\d)`)
    const decimal = new RegExp(`(?:\\d{4}|(?:^|\\D)0)[${separator}]\\d{3}(?!\\d)`)
    return texts.some((text) => grouped.test(text)) && !texts.some((text) => decimal.test(text))
  })
  if (point) return comma ? '.,' : '.'
  return comma ? ',' : ''
}

/** Profiles the values of a column. Shares are computed on first use. */
export function profileOf(cells: readonly RawCell[], checkTime: CheckTime): ColumnProfile {
  checkTime()
  const values = cells.map((cell) => (cell === undefined ? '' : cleanText(String(cell).slice(0, 500))))
  const present = values.filter((text) => text !== '')
  const counts = new Map<string, number>()
  for (const text of present) counts.set(text, (counts.get(text) ?? 0) + 1)
  const unique = [...counts.keys()]
  const thousands = thousandsOf(present)
  const numbers = numbersIn(present, thousands)
  const priceThousands = priceThousandsOf(present)
  const prices = priceThousands === thousands ? numbers : numbersIn(present, priceThousands)
  const shapes = new Map<string, number>()
  for (const text of unique) {
    const shape = text
      .replace(/\d/g, '0')
      .replace(/[a-z]/g, 'a')
      .replace(/[A-Z]/g, 'A')
      .replace(/[а-яё]/gi, 'я')
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
  }
  const known = new Map<Recogniser, number>()
  return {
    values,
    filled: values.length === 0 ? 0 : present.length / values.length,
    distinct: present.length === 0 ? 0 : unique.length / present.length,
    different: unique.length,
    length: present.length === 0 ? 0 : present.reduce((sum, text) => sum + text.length, 0) / present.length,
    uniform: unique.length === 0 ? 0 : Math.max(...shapes.values()) / unique.length,
    numbers,
    median: medianOf(numbers),
    priceThousands,
    priceMedian: medianOf(prices),
    share(recogniser) {
      let share = known.get(recogniser)
      if (share === undefined) {
        checkTime()
        const is = RECOGNISERS[recogniser]
        let recognised = 0
        for (const [text, count] of counts) if (is(text)) recognised += count
        share = present.length === 0 ? 0 : recognised / present.length
        known.set(recogniser, share)
      }
      return share
    },
  }
}

const numbersIn = (texts: readonly string[], thousands: string): number[] =>
  texts
    .map((text) => lenientNumber(text, thousands) ?? Number.NaN)
    .filter(Number.isFinite)
    .sort((a, b) => a - b)

const medianOf = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
