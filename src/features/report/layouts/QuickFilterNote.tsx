import { QUICK_FILTER_LABELS } from '../../../../contract/reports/quick-filters.ts'
import { arranges } from '../../../data/list-order.ts'
import { Button } from '../../../ui/Button.tsx'
import { TYRES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import type { LayoutProps } from './layout-props.ts'
import { isKnownOf } from './quick-filters.ts'

interface QuickFilterNoteProps {
  layout: Pick<LayoutProps, 'report' | 'view' | 'onView' | 'arranged' | 'data' | 'stale'>
  /** number of the page's rows that pass the quick filters */
  shown: number
}

/**
 * States whether the quick filters apply to the page or to the whole result set. Always mounted, because screen readers
 * ignore the initial text of a new live region.
 */
export function QuickFilterNote({ layout, shown }: QuickFilterNoteProps) {
  const isSet = layout.view.only.length > 0
  const isWhole = arranges(layout.arranged, 'only')
  return (
    <div className={!isSet ? 'visually-hidden' : shown === 0 ? 'results-note' : 'order-note'}>
      <p role="status">
        {isSet && !layout.stale && (isWhole ? wholeWords(layout) : pageWords(layout, shown))}
      </p>
      {isSet && (
        <Button variant="quiet" onClick={() => layout.onView({ only: [] })}>
          Показать все
        </Button>
      )}
    </div>
  )
}

function wholeWords({ data: { rows, totalRows } }: QuickFilterNoteProps['layout']): string {
  if (rows.length === 0) return 'Среди всех выбранных таких шин нет.'
  return totalRows === null
    ? 'Отобрано среди всех выбранных.'
    : `Отобрано среди всех выбранных: ${countText(totalRows, TYRES)}.`
}

function pageWords({ report, view, data: { rows } }: QuickFilterNoteProps['layout'], shown: number): string {
  const unknown = view.only.find((name) => !isKnownOf(report, name))
  if (unknown)
    return `Строки этой страницы не говорят, что изменилось: «${QUICK_FILTER_LABELS[unknown]}» отбирает сервер.`
  if (shown === 0) return 'На этой странице таких шин нет.'
  return `Показаны ${shown} из ${rows.length} строк этой страницы.`
}
