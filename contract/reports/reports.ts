/** Differences between the thirteen pages (specification 4.1 and 4.2). A new report needs only a new entry. */
import { analyticsPath, type ListName, type ReportLayout } from '../lib/lists.ts'

export type PriceType = 'all' | 'retail' | 'opt'

/** A value computed per city; 'proposed' is the new price of the proposals page. */
export type Statistic = 'min' | 'max' | 'median' | 'proposed'

export interface ReportSource {
  list: string
  download: string
}

export interface Report {
  route: string
  /** code on the card of the home page (specification 2.3) */
  code: string
  title: string
  /** layout of the answers of all its lists */
  layout: ReportLayout
  /** one source for each price type on the page; the first is the default */
  sources: Readonly<Partial<Record<PriceType, ReportSource>>>
  statistics: readonly Statistic[]
}

const source = (list: ListName, download: string): ReportSource => ({
  list: analyticsPath(list),
  download: analyticsPath(download),
})

export const REPORTS = {
  'all-prices': {
    route: '/export/all-prices',
    code: 'a1',
    title: 'Выгрузить ВСЕ цены',
    layout: 'analytics',
    sources: { all: source('allTyres', 'allprices') },
    statistics: [],
  },
  retail: {
    route: '/export/retail',
    code: 'r1',
    title: 'Выгрузить все Розничные цены',
    layout: 'analytics',
    sources: { retail: source('retailTyres', 'rprices') },
    statistics: [],
  },
  wholesale: {
    route: '/export/wholesale',
    code: 'o1',
    title: 'Выгрузить все Оптовые цены',
    layout: 'analytics',
    sources: { opt: source('optTyres', 'oprices') },
    statistics: [],
  },
  'retail-min': {
    route: '/export/retail/min',
    code: 'r2',
    title: 'Выгрузить все Розничные цены с формированием Минимальной Розничной цены',
    layout: 'analytics',
    sources: { retail: source('analyseRetailPrices', 'rprices-min') },
    statistics: ['min'],
  },
  'retail-max': {
    route: '/export/retail/max',
    code: 'r3',
    title: 'Выгрузить все Розничные цены с формированием Максимальной Розничной цены',
    layout: 'analytics',
    sources: { retail: source('medianMaxRetailPrices', 'rprices-max') },
    statistics: ['max'],
  },
  'retail-median': {
    route: '/export/retail/median',
    code: 'r4',
    title: 'Выгрузить все Розничные цены с формированием Медианной Розничной цены',
    layout: 'analytics',
    sources: { retail: source('medianMaxRetailPrices', 'rprices-mid') },
    statistics: ['median'],
  },
  'retail-stats': {
    route: '/export/retail/stats',
    code: 'r5',
    title:
      'Выгрузить все Розничные цены с формированием Минимальной / Медианной / Максимальной Розничной цены',
    layout: 'analytics',
    sources: { retail: source('medianMaxRetailPrices', 'rprices-mix') },
    statistics: ['min', 'median', 'max'],
  },
  'wholesale-min': {
    route: '/export/wholesale/min',
    code: 'o2',
    title: 'Выгрузить все Оптовые цены с формированием Минимальной Оптовой цены',
    layout: 'analytics',
    sources: { opt: source('analyseOptPrices', 'ominprices') },
    statistics: ['min'],
  },
  'wholesale-max': {
    route: '/export/wholesale/max',
    code: 'o3',
    title: 'Выгрузить все Оптовые цены с формированием Максимальной Оптовой цены',
    layout: 'analytics',
    sources: { opt: source('medianMaxOptPrices', 'omaxprices') },
    statistics: ['max'],
  },
  'wholesale-median': {
    route: '/export/wholesale/median',
    code: 'o4',
    title: 'Выгрузить все Оптовые цены с формированием Медианной Оптовой цены',
    layout: 'analytics',
    sources: { opt: source('medianMaxOptPrices', 'omidprices') },
    statistics: ['median'],
  },
  'wholesale-stats': {
    route: '/export/wholesale/stats',
    code: 'o5',
    title: 'Выгрузить все Оптовые цены с формированием Минимальной / Медианной / Максимальной Оптовой цены',
    layout: 'analytics',
    sources: { opt: source('medianMaxOptPrices', 'omixprices') },
    statistics: ['min', 'median', 'max'],
  },
  proposals: {
    route: '/export/proposals',
    code: 'a2',
    title: 'Выгрузить предложения на основе массива данных по ценам',
    layout: 'proposals',
    sources: {
      retail: source('newRetailPrices', 'rprices-recommended'),
      opt: source('newOptPrices', 'oprices-recommended'),
    },
    statistics: ['min', 'median', 'max', 'proposed'],
  },
  'price-changes': {
    route: '/export/price-changes',
    code: 'a3',
    title: 'Выгрузка отчёта об изменении цен',
    layout: 'changes',
    sources: { opt: source('thresholdAnalyse', 'rprices-threshold') },
    statistics: [],
  },
} as const satisfies Record<string, Report>

export type ReportId = keyof typeof REPORTS

export const REPORT_IDS = Object.keys(REPORTS) as ReportId[]

/** Labels of the Цена field (specification 4.1). */
export const PRICE_TYPE_LABELS: Readonly<Record<PriceType, string>> = {
  all: 'Все',
  retail: 'Розничная',
  opt: 'Оптовая',
}

/** Returns the price types of a report, default first. */
export function priceTypesOf(report: Report): PriceType[] {
  return Object.keys(report.sources) as PriceType[]
}

/** Returns the name of a report's file. @param compared comparison day and kind of changes; '' are left out */
export function reportFileName(id: ReportId, date: string, compared: readonly string[] = []): string {
  const report: Report = REPORTS[id]
  const days = [date, ...compared].filter(Boolean).join('_')
  return report.layout === 'changes' ? defaultFileName(report, days) : `${id}_${days}.xlsx`
}

/** Returns the name of a downloaded file for answers that state none (specification 5.3). */
export function defaultFileName(report: Report, date: string): string {
  return report.layout === 'changes' ? `notifications_${date}.csv` : 'tires_export.xlsx'
}

/** Returns the report at a path; undefined if the path is no report's. */
export const reportAt = (path: string): ReportId | undefined =>
  REPORT_IDS.find((id) => REPORTS[id].route === path)

/** Highest number of a list's page that a companion accepts. */
export const MAX_PAGE = 1_000_000
