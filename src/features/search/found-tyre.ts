import { isoToday } from '../../../contract/lib/dates.ts'
import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import { readQuery } from '../../../contract/search/query.ts'
import type { FoundTyre, PriceSpan } from '../../../contract/search/search-answer.ts'
import { preferences, type RecentTyre } from '../../lib/preferences.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { TYRES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'

/** Tyre in the list: a search result, or a tyre opened before (`found` is null). */
export interface Item extends RecentTyre {
  found: FoundTyre | null
}

export const itemOf = (found: FoundTyre): Item => ({
  key: found.key,
  brand: String(found.specs.brand ?? ''),
  name: String(found.specs.name ?? found.specs.article ?? ''),
  found,
})

const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** Formats a price range: '5 000–5 200 ₽'. */
function spanWords({ min, max }: PriceSpan): string {
  const range = min === max ? roubles.format(min) : `${roubles.format(min)}–${roubles.format(max)}`
  return `${range}\u00a0₽`
}

/** Formats a size: '205/55 R16'; '' if no part of it is known. */
export function foundSizeText({ width, height, diameter }: FoundTyre['specs']): string {
  const [wide, high, rim] = [width, height, diameter].map(textOf)
  const profile = high === '' || high === '0' ? wide : `${wide}/${high}`
  const round = rim === '' || /^\D/.test(rim ?? '') ? rim : `R${rim}`
  return [profile, round].filter(Boolean).join(' ')
}

/** Returns the labels and texts of a tyre's prices; [] for a tyre without prices. */
export function priceText({ retail, wholesale, own }: FoundTyre): [label: string, price: string][] {
  const ours = own?.retail ?? own?.wholesale ?? null
  return [
    ...(retail ? [['Розница', spanWords(retail)] as [string, string]] : []),
    ...(wholesale ? [['Опт', spanWords(wholesale)] as [string, string]] : []),
    ...(ours === null ? [] : [['Наша', spanWords({ min: ours, max: ours })] as [string, string]]),
  ]
}

/** Formats '3 города', followed by the day of the prices unless it is today. */
export function placeText({ cities, day }: FoundTyre): string {
  const where = countText(cities, ['город', 'города', 'городов'])
  return day === null || day === isoToday() ? where : `${where}, за ${formatDay(day)}`
}

export const foundText = (total: number): string => countText(total, TYRES)

/** Formats 'Найдено: 39 шин, с ценами 12, показаны первые 20'. @param priced null if unknown */
export function totalText(total: number, priced: number | null, shown: number): string {
  const withPrices = priced !== null && priced < total ? `, с ценами ${priced}` : ''
  return `Найдено: ${foundText(total)}${withPrices}${total > shown ? `, показаны первые ${shown}` : ''}`
}

/** Returns whether the query contains a size; the found tyres are then grouped by size. */
export const namesSize = (query: string): boolean =>
  readQuery(query).parts.some(({ readings }) => readings[0]?.kind === 'size')

export interface SizeGroup<Item> {
  /** size of the group's tyres; '' if the tyres are not grouped */
  size: string
  items: Item[]
}

/** Groups tyres by size. The first group has the size of the best match. */
export function bySize<Item extends { found: FoundTyre | null }>(items: readonly Item[]): SizeGroup<Item>[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const size = item.found ? foundSizeText(item.found.specs) : ''
    getOrAdd(groups, size, (): Item[] => []).push(item)
  }
  return [...groups].map(([size, of]) => ({ size, items: of }))
}

const textOf = (cell: Cell): string => (cell === null ? '' : String(cell))

const MOST = 8

/** Stores a tyre opened from the search as the most recent one, until sign-out (specification 16.6). */
export function addRecentTyre({ key, brand, name }: RecentTyre): void {
  const others = preferences.recentTyres.get().filter((one) => one.key !== key)
  preferences.recentTyres.set([{ key, brand, name }, ...others].slice(0, MOST))
}
