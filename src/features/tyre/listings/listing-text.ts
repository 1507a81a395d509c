import { isoToday } from '../../../../contract/lib/dates.ts'
import {
  CONDITION_TEXTS,
  type ListingAnswer,
  type TyreListing,
} from '../../../../contract/matching/matching.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import { formatDay } from '../../../ui/format-moment.ts'
import { groupBy } from '../../market/group-by.ts'
import { scoreText } from '../../market/price-texts.ts'

const HOW: Readonly<Record<TyreListing['how'], string>> = {
  person: 'решение человека',
  gtin: 'штрихкод',
  article: 'артикул',
  description: 'описание',
  own: 'первое предложение этой шины',
}

/** Formats how a listing was matched, and since when: 'описание, 97 % · с 12 мар'. */
export function matchText({ how, score, since }: Pick<TyreListing, 'how' | 'score' | 'since'>): string {
  const probability = how === 'description' && score !== null ? `, ${scoreText(score)}` : ''
  return `${HOW[how]}${probability} · с ${formatDay(isoToday(new Date(since)))}`
}

/** Formats the known numbers: 'артикул A-1 · код 777 · EAN 4601234567893'; '' without any. */
export function numbersText({
  article,
  code,
  gtin,
}: Pick<ListingAnswer, 'article' | 'code' | 'gtin'>): string {
  const numbers = [
    ['артикул', article],
    // Some suppliers write the article as their code; the code of a tracked page is its address.
    ['код', code === article || code.startsWith('›') ? '' : code],
    ['EAN', gtin],
  ]
  return numbers
    .filter(([, number]) => number !== '')
    .map((words) => words.join(' '))
    .join(' · ')
}

const CONDITIONS: ReadonlySet<string> = new Set(Object.values(CONDITION_TEXTS))

/** Returns whether a listing is left out of the figures because its tyre is not new. */
export const isExcludedByCondition = ({ excluded }: Pick<TyreListing, 'excluded'>): boolean =>
  CONDITIONS.has(excluded)

/** Formats why a listing is left out of the figures: 'Не сравнивается: чужая шина', 'б/у: 2 100 ₽'. */
export function excludedText({ excluded, price }: Pick<TyreListing, 'excluded' | 'price'>): string {
  if (!isExcludedByCondition({ excluded })) return `Не сравнивается: ${excluded}`
  return price === null ? `${excluded}: цены сейчас нет` : `${excluded}: ${formatCell(price, 'price')}\u00a0₽`
}

const folded = (name: string): string => name.toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns other names of a tyre by host name, without those of listings left out of the figures. */
export function otherNames(tyre: string, listings: readonly TyreListing[]): Map<string, string> {
  const counted = listings.filter(({ excluded, name }) => excluded === '' && folded(name) !== folded(tyre))
  const bySite = groupBy(counted, ({ site }) => site)
  return new Map([...bySite].map(([site, named]) => [site, named.map(({ name }) => name).join(' / ')]))
}
