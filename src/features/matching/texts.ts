import { dayNumber } from '../../../contract/lib/dates.ts'
import type { MatchReason, QueuePair } from '../../../contract/matching/match-queue.ts'
import type { ListingAnswer } from '../../../contract/matching/matching.ts'
import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { countText, type NounForms } from '../../ui/plural.ts'

export const SIZES: NounForms = ['размер', 'размера', 'размеров']
const DAYS: NounForms = ['день', 'дня', 'дней']

const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
const share = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

export const rouble = (price: number): string => `${roubles.format(price)}\u00a0₽`

/** Formats 'похоже на 87 %'. */
export const likenessText = (probability: number): string =>
  `похоже на ${Math.round(probability * 100)}\u00a0%`

/** Distance of the listing's price from the tyre's in percent, and what it means. */
export interface PriceGap {
  percent: string
  words: string
  size: 'small' | 'medium' | 'large'
}

/** Distances in percent above which two prices are hardly of the same tyre. */
const [MEDIUM_GAP, LARGE_GAP] = [10, 25]

/** @returns null while a price is unknown */
export function priceGap(listing: number | null, tyre: number | null): PriceGap | null {
  if (listing === null || tyre === null || tyre === 0) return null
  const gap = (listing / tyre - 1) * 100
  const distance = Math.abs(gap)
  const percent = share.format(distance)
  return {
    percent: percent === '0' ? '0\u00a0%' : `${gap > 0 ? '+' : '−'}${percent}\u00a0%`,
    words: percent === '0' ? 'цены равны' : gap > 0 ? 'дороже' : 'дешевле',
    size: distance > LARGE_GAP ? 'large' : distance > MEDIUM_GAP ? 'medium' : 'small',
  }
}

/** Formats '47 дней, с 3 мар'. */
export function knownText({ first_day: first, last_day: last }: ListingAnswer): string {
  const since = `с ${formatDay(first)}`
  if (last === null) return `${since}, цен нет`
  return `${countText(Math.max(0, dayNumber(last) - dayNumber(first)) + 1, DAYS)}, ${since}`
}

export const stockText = (stock: number | null): string =>
  stock === null ? 'остаток неизвестен' : stock === 0 ? 'нет в наличии' : `${roubles.format(stock)}\u00a0шт.`

const REASON_NAMES: Readonly<Record<MatchReason['kind'], string>> = {
  brand: 'Бренд',
  size: 'Размер',
  model: 'Модель',
  'second-name': 'Второе название',
  index: 'Индекс',
  season: 'Сезон',
  studs: 'Шипы',
  'run-flat': 'Run-flat',
  'extra-load': 'Усиленная',
  origin: 'Омологация',
  equipment: 'Оснащение',
  ply: 'Слойность',
  article: 'Артикул',
  alias: 'Названия модели',
}

/** Words of values that the server sends as codes. */
const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  season: { winter: 'зима', summer: 'лето', all: 'всесезонная' },
  studs: { yes: 'есть', no: 'нет' },
}

/** Formats 'Модель: одинаково — iG55', 'Индекс: 94T против 95T' or 'Шипы: у предложения нет данных'. */
export function reasonText({ kind, speaks, listing, tyre }: MatchReason): string {
  const [one, other] = [listing, tyre].map((value) => VALUE_WORDS[kind]?.[value] ?? value) as [string, string]
  const name = REASON_NAMES[kind]
  if (speaks === 'against') return `${name}: ${one} против ${other}`
  if (speaks === 'for') return `${name}: одинаково — ${one === other ? one : `${one} = ${other}`}`
  if (one === '' && other === '') return `${name}: нет данных`
  return one === ''
    ? `${name}: у предложения нет данных, у шины — ${other}`
    : `${name}: у шины нет данных, у предложения — ${one}`
}

/** Explains why a pair waits although an identifier is equal; '' if it is only uncertain. */
export function conflictText({ conflict, listing, tyre, years }: QueuePair): string {
  if (conflict === '') return ''
  if (conflict === 'reported') return 'Пользователь сообщил, что это другая шина'
  if (conflict === 'year') return yearsText(years)
  const hasGtin = listing.gtin !== '' && tyre.listings.some(({ gtin }) => gtin === listing.gtin)
  const hasArticle = normaliseArticle(listing.article) === normaliseArticle(tyre.article)
  const identifier = hasGtin && !hasArticle ? 'EAN' : 'Артикул'
  return `${identifier} тот же, но ${conflict === 'size' ? 'размер' : 'бренд'} другой`
}

/** Formats 'Год выпуска другой: 2019 против 2024', or what an older server lets the app know. */
function yearsText(years: QueuePair['years']): string {
  if (!years || years.listing === years.tyre) return 'Год выпуска другой или старше трёх лет'
  const { listing, tyre } = years
  if (tyre === '') return `Год выпуска предложения старше трёх лет: ${listing}, у шины не указан`
  if (listing === '') return `Год выпуска шины старше трёх лет: ${tyre}, у предложения не указан`
  return `Год выпуска другой: ${listing} против ${tyre}`
}

/**
 * Returns the tyre's listing that is displayed beside the pair's: the own site's, or the first one with a price; null if
 * the tyre has no listings.
 */
export const comparedListing = ({ tyre }: QueuePair): ListingAnswer | null =>
  tyre.listings.find(({ price }) => price !== null) ?? tyre.listings[0] ?? null

export const TAKEN_TEXT = 'На этой шине уже есть предложение этого сайта'

/** Returns the text around the name of the tyre that a listing has now: 'Сейчас сопоставлено с «NAME» (b.ru, c.ru)'. */
export const currentTexts = ({ sites }: NonNullable<QueuePair['current']>): [string, string] => [
  'Сейчас сопоставлено с «',
  `» (${sites.join(', ')})`,
]

/**
 * Describes a pair for a screen reader.
 * @param taken whether the tyre has another listing of the site
 */
export function announcement(pair: QueuePair, taken: boolean): string {
  const { listing, tyre, current } = pair
  const other = comparedListing(pair)
  const gap = priceGap(listing.price, other?.price ?? null)
  const distance = gap && `${gap.words}${gap.words === 'цены равны' ? '' : ` на ${gap.percent.slice(1)}`}`
  return [
    `${listing.site}: ${listing.name}`,
    `${other?.site ?? 'шина'}: ${other?.name ?? tyre.name}`,
    distance,
    likenessText(pair.probability),
    conflictText(pair),
    taken && TAKEN_TEXT,
    current && currentTexts(current).join(current.name),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => String(part).replace(/\.$/, ''))
    .join('. ')
}
