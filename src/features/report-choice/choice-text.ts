import { FILTER_NAMES, FILTERS, type FilterName, nonEmpty } from '../../../contract/reports/filters.ts'
import { MOVE_LABELS } from '../../../contract/reports/moves.ts'
import { PRICE_TYPE_LABELS, priceTypesOf, type Report } from '../../../contract/reports/reports.ts'
import { valueText } from './choice-parts.ts'
import { mediumDay } from './format-date.ts'
import { type ReportChoice, takesPercent } from './report-address.ts'

const percentFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** Maximum number of values named in a text: many, because saved tables differ only in these values. */
const NAMED = 8

/** Returns text for a filter: 'Бренд: Nokian', 'Бренд, кроме: КАМА'; undefined for a filter that is not set */
function filterText(
  name: FilterName,
  { filters, sets }: Pick<ReportChoice, 'filters' | 'sets'>,
): string | undefined {
  const { label } = FILTERS[name]
  const [value, set] = [nonEmpty(filters)[name], sets[name]]
  if (value !== undefined) return `${label}: ${value}`
  return set && `${label}${set.except ? ', кроме' : ''}: ${valueText(set.values, NAMED)}`
}

/** Returns texts for the choice without the date, each with its label: 'Вебсайт: b.ru', 'Цена: Оптовая'. */
export function choiceText(report: Report, choice: ReportChoice): string[] {
  const { search, compare, moved, priceType, percent } = choice
  const words = FILTER_NAMES.flatMap((name) => filterText(name, choice) ?? [])
  if (compare !== '') words.push(`Сравнить с: ${mediumDay(compare)}`)
  if (moved !== '') words.push(MOVE_LABELS[moved])
  if (search !== '') words.push(`Поиск: «${search}»`)
  if (priceTypesOf(report).length > 1) words.push(`Цена: ${PRICE_TYPE_LABELS[priceType]}`)
  if (percent !== null && takesPercent(report, priceType)) {
    words.push(`Процент: ${percentFormat.format(percent)}\u00a0%`)
  }
  return words
}
