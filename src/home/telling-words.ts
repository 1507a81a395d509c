import type { ReportId } from '../../contract/reports.ts'

/** Of each card's label the words that tell it from the others. */
const TELLING: Readonly<Record<ReportId, string>> = {
  'all-prices': 'ВСЕ',
  retail: 'Розничные',
  wholesale: 'Оптовые',
  'retail-min': 'Минимальной',
  'retail-max': 'Максимальной',
  'retail-median': 'Медианной',
  'retail-stats': 'Минимальной / Медианной / Максимальной',
  'wholesale-min': 'Минимальной',
  'wholesale-max': 'Максимальной',
  'wholesale-median': 'Медианной',
  'wholesale-stats': 'Минимальной / Медианной / Максимальной',
  proposals: 'предложения',
  'price-changes': 'изменении',
}

/** A label in three parts, the middle one telling it from the others. */
export function labelParts(id: ReportId, title: string): readonly [string, string, string] {
  const words = TELLING[id]
  const at = title.indexOf(words)
  return at < 0 ? ['', title, ''] : [title.slice(0, at), words, title.slice(at + words.length)]
}
