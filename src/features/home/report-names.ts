import type { ReportId } from '../../../contract/reports/reports.ts'

/** Groups of the reports on the home page, by the first letter of the report's code. */
export const REPORT_GROUPS = [
  { group: 'r', name: 'Розница' },
  { group: 'o', name: 'Опт' },
  { group: 'a', name: 'Анализ' },
] as const

/** Words that distinguish each report from the others of its group (specification 2.3). */
export const SHORT_NAMES: Readonly<Record<ReportId, string>> = {
  'all-prices': 'Все цены',
  retail: 'Все розничные',
  wholesale: 'Все оптовые',
  'retail-min': 'Минимальная',
  'retail-max': 'Максимальная',
  'retail-median': 'Медианная',
  'retail-stats': 'Мин / мед / макс',
  'wholesale-min': 'Минимальная',
  'wholesale-max': 'Максимальная',
  'wholesale-median': 'Медианная',
  'wholesale-stats': 'Мин / мед / макс',
  proposals: 'Предложения',
  'price-changes': 'Изменение цен',
}

/**
 * Returns the short name with its group: 'Опт · Медианная'.
 * @param code of the report
 */
export const groupedName = (id: ReportId, code: string): string =>
  [REPORT_GROUPS.find(({ group }) => code.startsWith(group))?.name, SHORT_NAMES[id]]
    .filter(Boolean)
    .join(' · ')
