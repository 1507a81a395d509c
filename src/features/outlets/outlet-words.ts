import { withMinus } from '../../../contract/lib/minus.ts'
import type { Arrival, FeedColumnId, FeedFormat, OutletSettings } from '../../../contract/outlets/outlet.ts'

export const FORMAT_NAMES: Readonly<Record<FeedFormat, string>> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  yml: 'YML',
  commerceml: 'CommerceML',
  json: 'JSON',
}

const PRICE_KIND_WORDS: Readonly<Record<OutletSettings['kind'], string>> = {
  retail: 'розничные',
  wholesale: 'оптовые',
}

/** Default names of the columns. */
export const COLUMN_NAMES: Readonly<Record<FeedColumnId, string>> = {
  id: 'Артикул',
  brand: 'Бренд',
  name: 'Название',
  size: 'Размер',
  city: 'Город',
  kind: 'Вид цены',
  price: 'Цена',
  old: 'Старая цена',
  currency: 'Валюта',
  day: 'Цены за',
}

/** Returns the settings in one line: 'CSV · розничные · Томск'. */
export const settingsText = ({ format, kind, city }: OutletSettings): string =>
  [FORMAT_NAMES[format], PRICE_KIND_WORDS[kind], city || 'все города'].join(' · ')

const percent = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
/** Formats a change with its sign: '−12,5 %'. */
export const largestChangeText = (change: number): string => `${withMinus(percent.format(change))}\u00a0%`

const count = new Intl.NumberFormat('ru-RU')
export const numberText = (value: number): string => count.format(value)

export const arrivalText = ({ arrived, of }: Arrival): string =>
  arrived === of ? `Все ${numberText(of)}` : `${numberText(arrived)} из ${numberText(of)}`
