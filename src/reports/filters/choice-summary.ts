import { isIsoDate } from '../../../contract/dates.ts'
import { FILTER_NAMES, nonEmpty } from '../../../contract/filters.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'

const dayFormat = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'medium', timeZone: 'UTC' })

/** The choice in one line, for the collapsed form. */
export function choiceSummary({ date, filters }: ReportChoice): string {
  const chosen = nonEmpty(filters)
  const day = isIsoDate(date) ? [dayFormat.format(new Date(date))] : []
  const values = FILTER_NAMES.flatMap((name) => chosen[name] ?? [])
  return [...day, ...values].join(' · ')
}
