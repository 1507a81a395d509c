import type { ReportId } from '../../../contract/reports/reports.ts'

/** Words of each card's label that distinguish it from the other cards. */
const TELLING: Readonly<Record<ReportId, string>> = {
  'all-prices': 'ВСЕ',
  retail: 'Розничные',
  wholesale: 'Оптовые',
  'retail-min': 'Минимальной Розничной цены',
  'retail-max': 'Максимальной Розничной цены',
  'retail-median': 'Медианной Розничной цены',
  'retail-stats': 'Минимальной / Медианной / Максимальной Розничной цены',
  'wholesale-min': 'Минимальной Оптовой цены',
  'wholesale-max': 'Максимальной Оптовой цены',
  'wholesale-median': 'Медианной Оптовой цены',
  'wholesale-stats': 'Минимальной / Медианной / Максимальной Оптовой цены',
  proposals: 'предложения',
  'price-changes': 'изменении',
}

/** Splits a card's label into the words before, in and after the distinguishing part. */
export function labelParts(id: ReportId, title: string): readonly [string, string, string] {
  const words = TELLING[id]
  const at = title.indexOf(words)
  return at < 0 ? ['', title, ''] : [title.slice(0, at), words, title.slice(at + words.length)]
}
