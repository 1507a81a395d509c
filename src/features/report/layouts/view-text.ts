import { QUICK_FILTER_LABELS } from '../../../../contract/reports/quick-filters.ts'
import { KIND_NAMES } from '../../market/texts.ts'
import { LAYOUT_NAMES, type View } from '../../report-choice/view.ts'

/** Returns texts that describe a view: 'вид «Рынок»', 'Цены города: Томск', 'порядок строк'. */
export function shownText({ layout, city, kind, order, only }: Omit<View, 'columns' | 'folded'>): string[] {
  return [
    ...(layout ? [`вид «${LAYOUT_NAMES[layout]}»`] : []),
    ...(city ? [`Цены города: ${city}`] : []),
    ...(kind ? [`Вид цены: ${KIND_NAMES[kind]}`] : []),
    ...(order ? ['порядок строк'] : []),
    ...only.map((name) => `«${QUICK_FILTER_LABELS[name]}»`),
  ]
}
