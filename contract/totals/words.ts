import { dayNumber } from '../lib/dates.ts'
import type { SiteAbsence, TotalsFilters, TotalsPeriod, TotalsPeriodKind, TotalsReport } from './totals.ts'

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

/** Filters in words: 'сайт a.ru, бренд Arktika, город Томск'; '' without any. */
export const totalsFiltersText = ({ site, brand, city }: TotalsFilters): string =>
  [site && `сайт ${site}`, brand && `бренд ${brand}`, city && `город ${city}`].filter(Boolean).join(', ')

const ofDaysText = (part: number, of: number): string =>
  `${part} из ${of} ${of % 10 === 1 && of % 100 !== 11 ? 'дня' : 'дней'}`

/** 'Цены за 5 из 7 дней. Нет наших цен или цен a.ru: 14–15 апр.' */
function pricedDaysText({ days, filters }: Pick<TotalsReport, 'days' | 'filters'>): string {
  const missing = days.filter(({ figures }) => figures === null).map(({ day }) => day)
  const priced = `Цены за ${ofDaysText(days.length - missing.length, days.length)}.`
  const whose = filters.site || 'конкурентов'
  return missing.length === 0
    ? priced
    : `${priced} Нет наших цен или цен ${whose}: ${missingDaysText(missing)}`
}

/** Number of sites that a short text names; the page and the file have all of them. */
const FEW_SITES = 2

/** 'Без цен a.ru: 19 апр.; b.ru: 14–15 апр.'; null without a missing site */
function absenceText(absent: readonly SiteAbsence[], most = absent.length): string | null {
  if (absent.length === 0) return null
  const named = absent.slice(0, most).map(({ site, days }) => `${site}: ${missingDaysText(days)}`)
  const rest = absent.length - named.length
  return `Без цен ${named.join('; ')}${rest > 0 ? `; ещё сайтов: ${rest}` : ''}`
}

/** 'Неделей раньше без цен a.ru: 7 апр.' */
const formerAbsence = (kind: TotalsPeriodKind, text: string | null): string | null =>
  text && `${kind === 'week' ? 'Неделей' : 'Месяцем'} раньше ${text.replace('Без', 'без')}`

/** Returns which sites were missing in one of two compared periods, in a few words; null if none was. */
export function uncomparableText({
  absent,
  former_absent,
  kind,
}: Pick<TotalsReport, 'absent' | 'former_absent' | 'kind'>): string | null {
  const texts = [absenceText(absent, FEW_SITES), formerAbsence(kind, absenceText(former_absent, FEW_SITES))]
  return (
    texts
      .filter((text) => text !== null)
      .map((text) => text.replace(/\.$/, ''))
      .join('. ') || null
  )
}

/** Returns what limits the figures of a report: a period that has not ended, gaps and missing sites. */
export function totalsNotes(report: TotalsReport): string[] {
  const { period, days, kind, absent, former_absent } = report
  const length = dayNumber(period.to) - dayNumber(period.from) + 1
  const isRunning = days.length < length
  return [
    isRunning ? `Период не закончен: прошло ${ofDaysText(days.length, length)}` : null,
    pricedDaysText(report),
    absenceText(absent),
    formerAbsence(kind, absenceText(former_absent)),
  ].filter((text) => text !== null)
}

/** Title of a file: 'Итоги: 13–19 апреля 2026 г., бренд Arktika' */
export function totalsTitle({ kind, period, filters }: TotalsReport): string {
  return [`Итоги: ${periodText(kind, period)}`, totalsFiltersText(filters)].filter(Boolean).join(', ')
}
