import { isAfterTomorrow, isIsoDate, isoToday } from '../../contract/dates.ts'
import { FILTER_NAMES, type FilterValues } from '../../contract/filters.ts'
import { DEFAULT_THRESHOLD } from '../auth/users.ts'
import type { ReportQuery } from '../prices/report-query.ts'
import { WireError } from './errors.ts'

type Asked = FilterValues & { date?: string; percent?: string }

/**
 * The part of a report query that comes from the request.
 * @throws WireError 400 for an invalid date, or one still in the future in every time zone
 */
export function askedOf(asked: Asked, userPercent: number | null) {
  const filters: FilterValues = {}
  for (const name of FILTER_NAMES) {
    const value = asked[name]
    if (value) filters[name] = value
  }
  return {
    day: dayOf(asked.date),
    filters,
    multiplier: asked.percent ? Number(asked.percent) : null,
    threshold: userPercent ?? DEFAULT_THRESHOLD,
  } satisfies Partial<ReportQuery>
}

function dayOf(date: string | undefined): string {
  if (!date) return isoToday()
  if (!isIsoDate(date)) throw new WireError(400, 'Дата должна быть в виде ГГГГ-ММ-ДД')
  if (isAfterTomorrow(date)) throw new WireError(400, 'Эта дата ещё не наступила')
  return date
}
