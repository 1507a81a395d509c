import { isAfterTomorrow, isIsoDate, isoToday } from '../../contract/dates.ts'
import { FILTER_NAMES, type FilterValues } from '../../contract/filters.ts'
import type { Move } from '../../contract/moves.ts'
import type { ComparedPrice } from '../../contract/proposed-price.ts'
import type { QuickFilter } from '../../contract/quick-filters.ts'
import type { PriceType } from '../../contract/reports.ts'
import { readSortKey } from '../../contract/sort-key.ts'
import { DEFAULT_THRESHOLD } from '../auth/users.ts'
import type { Arrangement } from '../prices/order/arranged.ts'
import { comparedPrice } from '../prices/price-kinds.ts'
import type { Comparison, ReportQuery } from '../prices/report-query.ts'
import { WireError } from './errors.ts'

type Asked = FilterValues & { date?: string; percent?: string; q?: string; compare?: string; moved?: Move }

/**
 * The part of a report query that comes from the request.
 * @throws WireError 400 for an invalid date, one still in the future in every time zone, or moves without a second day
 */
export function askedOf(asked: Asked, userPercent: number | null) {
  const filters: FilterValues = {}
  for (const name of FILTER_NAMES) {
    const value = asked[name]
    if (value) filters[name] = value
  }
  return {
    day: dayOf(asked.date),
    comparison: comparisonOf(asked),
    filters,
    search: asked.q?.trim() ?? '',
    multiplier: asked.percent ? Number(asked.percent) : null,
    threshold: userPercent ?? DEFAULT_THRESHOLD,
  } satisfies Partial<ReportQuery>
}

function dayOf(date: string | undefined): string {
  return date ? checkDay(date) : isoToday()
}

function comparisonOf({ compare, moved }: Asked): Comparison | null {
  if (compare) return { day: checkDay(compare), moved: moved ?? null }
  if (moved) throw new WireError(400, 'Выберите день для сравнения')
  return null
}

/** @throws WireError 400 for an invalid date, or one still in the future in every time zone */
export function checkDay(date: string): string {
  if (!isIsoDate(date)) throw new WireError(400, 'Дата должна быть в виде ГГГГ-ММ-ДД')
  if (isAfterTomorrow(date)) throw new WireError(400, 'Эта дата ещё не наступила')
  return date
}

interface AskedArrangement {
  sort?: string
  only?: QuickFilter | readonly QuickFilter[]
  in?: string
  kind?: ComparedPrice
}

/**
 * How the selection is to be shown; null as it is.
 * @throws WireError 400 for a column that lists cannot be sorted by
 */
export function arrangementOf(asked: AskedArrangement, priceType: PriceType): Arrangement | null {
  const only = new Set([asked.only ?? []].flat())
  if (!asked.sort && only.size === 0) return null
  return {
    sort: asked.sort ? sortOf(asked.sort) : null,
    only: [...only],
    city: asked.in || null,
    kind: asked.kind ?? comparedPrice(priceType),
  }
}

function sortOf(text: string): Arrangement['sort'] {
  const descending = text.startsWith('-')
  const key = readSortKey(descending ? text.slice(1) : text)
  if (!key) throw new WireError(400, 'По такому столбцу список не сортируется')
  return { key, descending }
}
