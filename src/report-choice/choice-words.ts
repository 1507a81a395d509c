import { FILTER_NAMES, FILTERS, nonEmpty } from '../../contract/filters.ts'
import { MOVE_LABELS } from '../../contract/moves.ts'
import { PRICE_TYPE_LABELS, priceTypesOf, type Report } from '../../contract/reports.ts'
import { type ReportChoice, takesPercent } from './report-address.ts'

const dayFormat = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'medium', timeZone: 'UTC' })
const percentFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** The choices besides the date, each with its label: 'Вебсайт: b.ru', 'Цена: Оптовая'. */
export function choiceWords(report: Report, choice: ReportChoice): string[] {
  const { filters, search, compare, moved, priceType, percent } = choice
  const chosen = nonEmpty(filters)
  const words = FILTER_NAMES.flatMap((name) =>
    chosen[name] === undefined ? [] : [`${FILTERS[name].label}: ${chosen[name]}`],
  )
  if (compare !== '') words.push(`Сравнить с: ${dayFormat.format(new Date(compare))}`)
  if (moved !== '') words.push(MOVE_LABELS[moved])
  if (search !== '') words.push(`Поиск: «${search}»`)
  if (priceTypesOf(report).length > 1) words.push(`Цена: ${PRICE_TYPE_LABELS[priceType]}`)
  if (percent !== null && takesPercent(report, priceType)) {
    words.push(`Процент: ${percentFormat.format(percent)}\u00a0%`)
  }
  return words
}
