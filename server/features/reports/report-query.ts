import { isoToday } from '../../../contract/lib/dates.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import {
  type ExceptName,
  exceptName,
  type FilterSet,
  MAX_VALUES,
} from '../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../../../contract/reports/filters.ts'
import type { Move } from '../../../contract/reports/moves.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { QuickFilter } from '../../../contract/reports/quick-filters.ts'
import type { PriceType } from '../../../contract/reports/reports.ts'
import type { RowGroup } from '../../../contract/reports/row-groups.ts'
import { readSortKey } from '../../../contract/reports/sort-key.ts'
import { checkDay } from '../../platform/http/schemas.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Filters } from '../../prices/filter-fit.ts'
import { comparedPrice } from '../../prices/offer.ts'
import type { ListOrder } from '../../prices/order/list-order.ts'
import type { ChosenComparison, ReportQuery } from '../../prices/report-query.ts'
import { DEFAULT_THRESHOLD } from '../auth/users.ts'

/** One value, several values, or excluded values (specification 10.27). */
type AskedFilters = Partial<Record<FilterName | ExceptName, string | readonly string[]>>

type Asked = AskedFilters & {
  date?: string
  percent?: string
  q?: string
  compare?: string
  moved?: Move
}

/**
 * Parses the parameters of a report request.
 * @throws Refusal 400 for an invalid date, a date that is in the future in every time zone, kinds of changes without
 * a comparison day, or a filter with too many values
 */
export function parseReportParameters(asked: Asked, userPercent: number | null) {
  return {
    day: dayOf(asked.date),
    comparison: comparisonOf(asked),
    filters: filtersOf(asked),
    search: asked.q?.trim() ?? '',
    multiplier: asked.percent ? Number(asked.percent) : null,
    threshold: userPercent ?? DEFAULT_THRESHOLD,
  } satisfies Partial<ReportQuery>
}

function filtersOf(asked: AskedFilters): Filters {
  const sets = FILTER_NAMES.flatMap((name) => {
    const set = setOf(name, asked)
    return set ? [[name, set] as const] : []
  })
  return Object.fromEntries(sets)
}

/** Sorts the values, so that equal selections have equal representations. */
function setOf(name: FilterName, asked: AskedFilters): FilterSet | null {
  const [wanted, unwanted] = [asked[name], asked[exceptName(name)]].map((given) => [
    ...new Set([given ?? []].flat().filter(Boolean)),
  ]) as [string[], string[]]
  if (wanted.length > 0 && unwanted.length > 0)
    throw new Refusal(
      400,
      `В фильтре «${FILTERS[name].label}» и значения, и исключения: оставьте что-то одно`,
    )
  const except = unwanted.length > 0
  const values = except ? unwanted : wanted
  if (values.length > MAX_VALUES)
    throw new Refusal(400, `В фильтре «${FILTERS[name].label}» больше ${MAX_VALUES} значений`)
  return values.length > 0 ? { values: values.sort(), except } : null
}

function dayOf(date: string | undefined): string {
  return date ? checkDay(date) : isoToday()
}

function comparisonOf({ compare, moved }: Asked): ChosenComparison | null {
  if (compare) return { day: checkDay(compare), moved: moved ?? null }
  if (moved) throw new Refusal(400, 'Выберите день для сравнения')
  return null
}

interface AskedArrangement {
  sort?: string
  only?: QuickFilter | readonly QuickFilter[]
  in?: string
  kind?: ComparedPrice
  competitors?: Competitors
  fold?: RowGroup | readonly RowGroup[]
}

/**
 * Parses the sort order and quick filters of a request; null without any.
 * @throws Refusal 400 for a column by which lists cannot be sorted
 */
export function listOrderOf(asked: AskedArrangement, priceType: PriceType): ListOrder | null {
  const only = new Set([asked.only ?? []].flat())
  if (!asked.sort && only.size === 0) return null
  return {
    sort: asked.sort ? sortOf(asked.sort) : null,
    only: [...only],
    city: asked.in || null,
    kind: asked.kind ?? comparedPrice(priceType),
    competitors: asked.competitors ?? null,
    folded: [asked.fold ?? []].flat(),
  }
}

function sortOf(text: string): ListOrder['sort'] {
  const descending = text.startsWith('-')
  const key = readSortKey(descending ? text.slice(1) : text)
  if (!key) throw new Refusal(400, 'По такому столбцу список не сортируется')
  return { key, descending }
}
