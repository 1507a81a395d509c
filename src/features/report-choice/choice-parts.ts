import { isIsoDate } from '../../../contract/lib/dates.ts'
import { FILTER_NAMES, type FilterValues, nonEmpty } from '../../../contract/reports/filters.ts'
import { MOVE_LABELS } from '../../../contract/reports/moves.ts'
import { mediumDay } from './format-date.ts'
import type { ReportChoice } from './report-address.ts'
import { setText } from './set-text.ts'

/** Returns short texts of the choice, displayed when the filters form is collapsed. */
export function choiceParts({ date, filters, search, compare, moved, sets }: ReportChoice): string[] {
  const chosen = nonEmpty(filters)
  const day = isIsoDate(date) ? [mediumDay(date)] : []
  if (compare !== '') day.push(`по сравнению с ${mediumDay(compare)}`)
  if (moved !== '') day.push(MOVE_LABELS[moved])
  const { width, height, diameter, ...others } = chosen
  // A complete size is formatted as one text; an incomplete size stays separate values.
  const size = width && height && diameter ? [`${width}/${height} R${diameter.replace(/^R/i, '')}`] : null
  const rest: FilterValues = size ? others : chosen
  const values = [
    ...FILTER_NAMES.flatMap((name) => rest[name] ?? (sets[name] ? setText(sets[name]) : [])),
    ...(size ?? []),
  ]
  const sought = search === '' ? [] : [`Поиск: «${search}»`]
  return [...day, ...values, ...sought]
}
