import { dayNumber } from '../../../contract/lib/dates.ts'
import type { TotalsPeriod, TotalsPeriodKind } from '../../../contract/totals/totals.ts'

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const DAYS = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const SHORT = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** 'апрель 2026 г.' or '13–19 апреля 2026 г.' */
export const periodText = (kind: TotalsPeriodKind, { from, to }: TotalsPeriod): string =>
  kind === 'month' ? MONTH.format(Date.parse(from)) : DAYS.formatRange(Date.parse(from), Date.parse(to))

/** '13 апр.' */
export const shortDay = (day: string): string => SHORT.format(Date.parse(day))

/** Formats days, consecutive ones as '14–16 апр.'. */
export function missingDaysText(days: readonly string[]): string {
  const runs: [first: string, last: string][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && dayNumber(run[1]) + 1 === dayNumber(day)) run[1] = day
    else runs.push([day, day])
  }
  return runs
    .map(([first, last]) =>
      first === last ? shortDay(first) : SHORT.formatRange(Date.parse(first), Date.parse(last)),
    )
    .join(', ')
}

/** 'Цены за 5 из 7 дней. Нет: 14–15 апр.' */
export function pricedDaysText(days: readonly { day: string; figures: object | null }[]): string {
  const missing = days.filter(({ figures }) => figures === null).map(({ day }) => day)
  const priced = days.length - missing.length
  const ofDays = `Цены за ${priced} из ${days.length} ${days.length % 10 === 1 && days.length !== 11 ? 'дня' : 'дней'}.`
  return missing.length === 0
    ? ofDays
    : `${ofDays} Нет наших цен или цен конкурентов: ${missingDaysText(missing)}`
}
