import { COMPETITORS_LABEL } from '../../../../contract/reports/competitors.ts'
import { QUICK_FILTER_LABELS } from '../../../../contract/reports/quick-filters.ts'
import { KIND_NAMES } from '../../market/price-texts.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import { LAYOUT_NAMES, type Layout, type View } from '../../report-choice/view.ts'

/** Returns texts that describe a view: 'вид «Рынок»', 'Цены города: Томск', 'порядок строк'. */
export function shownText({
  layout,
  city,
  kind,
  competitors,
  order,
  only,
}: Omit<View, 'columns' | 'folded'>): string[] {
  return [
    ...(layout ? [`вид «${LAYOUT_NAMES[layout]}»`] : []),
    ...(city ? [`Цены города: ${city}`] : []),
    ...(kind ? [`Вид цены: ${KIND_NAMES[kind]}`] : []),
    ...(competitors ? [`«${COMPETITORS_LABEL}»`] : []),
    ...(order ? ['порядок строк'] : []),
    ...only.map((name) => `«${QUICK_FILTER_LABELS[name]}»`),
  ]
}

/** Returns texts that describe a displayed table, with the prices that its layout compares. */
export function tableText(
  layout: Layout,
  view: View,
  { compared }: Pick<DisplayedTable, 'compared'>,
): string[] {
  const nothing = { city: null, kind: null, competitors: null, only: [] }
  return shownText({ ...view, layout, ...(layout === 'table' ? nothing : compared) })
}
