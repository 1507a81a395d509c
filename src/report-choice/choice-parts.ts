import { isIsoDate } from '../../contract/dates.ts'
import { FILTER_NAMES, type FilterValues, nonEmpty } from '../../contract/filters.ts'
import { MOVE_LABELS } from '../../contract/moves.ts'
import type { ReportChoice } from './report-address.ts'
import { setWords } from './set-words.ts'

const dayFormat = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'medium', timeZone: 'UTC' })

/** What is chosen, for the collapsed form. */
export function choiceParts({ date, filters, search, compare, moved, sets }: ReportChoice): string[] {
  const chosen = nonEmpty(filters)
  const day = isIsoDate(date) ? [dayFormat.format(new Date(date))] : []
  if (compare !== '') day.push(`по сравнению с ${dayFormat.format(new Date(compare))}`)
  if (moved !== '') day.push(MOVE_LABELS[moved])
  const { width, height, diameter, ...others } = chosen
  // As people say it; a part of a size stays as it is.
  const size = width && height && diameter ? [`${width}/${height} R${diameter.replace(/^R/i, '')}`] : null
  const rest: FilterValues = size ? others : chosen
  const values = [
    ...FILTER_NAMES.flatMap((name) => rest[name] ?? (sets[name] ? setWords(sets[name]) : [])),
    ...(size ?? []),
  ]
  const sought = search === '' ? [] : [`Поиск: «${search}»`]
  return [...day, ...values, ...sought]
}
