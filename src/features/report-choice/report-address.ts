import type { CompanionFeature } from '../../../contract/companion.ts'
import { isIsoDate, isoToday } from '../../../contract/lib/dates.ts'
import { multiplierPercent, parsePercent, percentMultiplier } from '../../../contract/lib/percent.ts'
import { exceptName, readSets, valuesIn } from '../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, type FilterValues, nonEmpty } from '../../../contract/reports/filters.ts'
import { MOVES } from '../../../contract/reports/moves.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import {
  defaultFileName,
  MAX_PAGE,
  type PriceType,
  priceTypesOf,
  type Report,
} from '../../../contract/reports/reports.ts'
import { cutQuery } from '../../../contract/search/cut-query.ts'
import type { DownloadRequest } from '../../data/download.ts'
import { type Extras, extraParameters, extrasQuery } from '../../data/extras.ts'
import { DEFAULT_ORDER, type ListOrder, readListOrder } from '../../data/list-order.ts'
import type { ListRequest } from '../../data/report-queries.ts'

/** Choices of a report as encoded in its URL: a shared link displays the same table. */
export interface ReportChoice extends Extras {
  /** YYYY-MM-DD */
  date: string
  filters: FilterValues
  priceType: PriceType
  /** percent from 0 to 100 with one decimal; null if none was entered */
  percent: number | null
}

const KEYS = [
  ...FILTER_NAMES,
  ...FILTER_NAMES.map(exceptName),
  'q',
  'compare',
  'date',
  'price',
  'percent',
  'page',
] as const

export function defaultChoice(report: Report): ReportChoice {
  const priceType = defaultPriceType(report)
  return {
    date: isoToday(),
    filters: {},
    search: '',
    compare: '',
    moved: '',
    sets: {},
    priceType,
    percent: null,
  }
}

function defaultPriceType(report: Report): PriceType {
  return priceTypesOf(report)[0] as PriceType
}

/** Parses the choice from a URL; null without any of its parameters. @param day used if the URL has none */
export function readAddress(
  report: Report,
  query: URLSearchParams,
  day: string = isoToday(),
): ReportChoice | null {
  if (!KEYS.some((key) => query.has(key))) return null
  const date = query.get('date') ?? ''
  const price = priceTypesOf(report).find((type) => type === query.get('price'))
  return {
    date: isIsoDate(date) ? date : day,
    filters: readFilters(query),
    ...readExtras(query, report),
    priceType: price ?? defaultPriceType(report),
    percent: parsePercent(query.get('percent') ?? ''),
  }
}

export function readFilters(query: URLSearchParams): FilterValues {
  const filters: FilterValues = {}
  for (const name of FILTER_NAMES) {
    const [value, ...more] = valuesIn(query, name)
    if (value && more.length === 0) filters[name] = value
  }
  return filters
}

/** Parses the parameters beyond the documents. @param report if given, only one of price changes is compared */
export function readExtras(query: URLSearchParams, report?: Report): Extras {
  const day = query.get('compare') ?? ''
  const compare = isIsoDate(day) && (!report || report.layout === 'changes') ? day : ''
  const moved = MOVES.find((move) => compare && move === query.get('moved'))
  // The search is truncated to the same length as on the server.
  return {
    search: cutQuery(query.get('q') ?? '').trim(),
    compare,
    moved: moved ?? '',
    sets: readSets(query),
  }
}

export function readPageNumber(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1
}

export function writeAddress(
  report: Report,
  choice: ReportChoice,
  page = 1,
  arranged = DEFAULT_ORDER,
): URLSearchParams {
  const query = extrasQuery({
    date: choice.date,
    ...nonEmpty(choice.filters),
    ...extraParameters(choice),
  })
  if (choice.priceType !== defaultPriceType(report)) query.set('price', choice.priceType)
  if (choice.percent !== null) query.set('percent', String(choice.percent))
  if (page > 1) query.set('page', String(page))
  for (const [name, value] of arranged) query.append(name, value)
  return query
}

/** Returns whether the percent is sent: only for proposals with the retail price type (specification 4.8). */
export function takesPercent(report: Report, priceType: PriceType): boolean {
  return report.layout === 'proposals' && priceType === 'retail'
}

function sentPercent(report: Report, { priceType, percent }: ReportChoice): string | null {
  return percent !== null && takesPercent(report, priceType) ? percentMultiplier(percent) : null
}

/** Returns the list request without sort and quick filters, as used for saving and downloading a report. */
export function listRequest(report: Report, choice: ReportChoice): ListRequest {
  return {
    layout: report.layout,
    path: sourceOf(report, choice).list,
    filters: choice.filters,
    ...extrasOf(choice),
    date: choice.date,
    percent: sentPercent(report, choice),
    arranged: DEFAULT_ORDER,
  }
}

export function downloadRequest(report: Report, choice: ReportChoice): DownloadRequest {
  const { layout: _, arranged: __, ...request } = listRequest(report, choice)
  const { download: path } = sourceOf(report, choice)
  return { ...request, path, defaultName: defaultFileName(report, choice.date) }
}

const extrasOf = ({ search, compare, moved, sets }: ReportChoice): Extras => ({
  search,
  compare,
  moved,
  sets,
})

function sourceOf(report: Report, { priceType }: ReportChoice) {
  const source = report.sources[priceType]
  if (!source) throw new Error(`${report.route} has no ${priceType} prices`)
  return source
}

/** Choice, page number and order of a list request, with which the app displays a saved page. */
export interface ListPage {
  choice: ReportChoice
  page: number
  arranged: ListOrder
}

/** Parses the path and query of a list request; null for a request that is not a page of this report */
export function readListPath(report: Report, path: string): ListPage | null {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  const priceType = priceTypesOf(report).find((type) => report.sources[type]?.list === pathname)
  const date = searchParams.get('date') ?? ''
  if (priceType === undefined || !isIsoDate(date)) return null
  const percent = multiplierPercent(searchParams.get('percent') ?? '')
  return {
    choice: {
      date,
      filters: readFilters(searchParams),
      ...readExtras(searchParams, report),
      priceType,
      percent,
    },
    page: readPageNumber(searchParams),
    arranged: readListOrder(searchParams),
  }
}

/** Returns whether a report needs a selected city, because its prices are proposed for a city (specification 10.8). */
export const needsCity = ({ layout }: Pick<Report, 'layout'>): boolean => layout === 'proposals'

/** Returns the kind of price that a list's figures compare. */
export const comparedKind = ({ priceType }: { priceType: PriceType }): ComparedPrice =>
  priceType === 'opt' ? 'wholesale' : 'retail'

/** Returns whether the choice has parts that only some servers support. */
export const needsOffers = ({ search, compare, sets }: ReportChoice): boolean =>
  search + compare !== '' || Object.keys(sets).length > 0

/** Returns the choice without parts that only a companion supports (specification 16.4, 14.6 and 10.27). */
export function offeredChoice(choice: ReportChoice, offers: readonly CompanionFeature[]): ReportChoice {
  return {
    ...choice,
    ...(!offers.includes('search') && { search: '' }),
    ...(!offers.includes('values') && { sets: {} }),
    ...(!offers.includes('compare') && { compare: '', moved: '' as const }),
  }
}
