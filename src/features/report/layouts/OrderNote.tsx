import { Button } from '../../../ui/Button.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { placeTitle } from '../../grid/header-spans.ts'
import type { Order } from '../../report-choice/view.ts'

interface OrderNoteProps {
  columns: readonly GridColumn[]
  order: Order | null
  /** whether the server has sorted all rows of the result set */
  isWhole: boolean
  onReset(): void
}

/**
 * States the sort column and whether all rows or only this page's rows are sorted. Always mounted, because screen
 * readers ignore the initial text of a new live region.
 */
export function OrderNote({ columns, order, isWhole, onReset }: OrderNoteProps) {
  const column = order && columns.find(({ id }) => id === order.column)
  const isSorted = order !== null && (isWhole || Boolean(column))
  return (
    <div className={isSorted ? 'order-note' : 'visually-hidden'}>
      <p role="status">{isSorted && orderWords(column ?? null, order, isWhole)}</p>
      {isSorted && (
        <Button variant="quiet" onClick={onReset}>
          Вернуть порядок отчёта
        </Button>
      )}
    </div>
  )
}

function orderWords(column: GridColumn | null, { descending }: Order, isWhole: boolean): string {
  const rows = isWhole ? 'Все строки отчёта' : 'Строки этой страницы'
  const direction = descending ? 'по убыванию' : 'по возрастанию'
  // The column may be missing: a page may have no values in it, or the layout may not have it.
  if (!column) return `${rows} — по столбцу, которого здесь нет, ${direction}.`
  const name = [placeTitle(column.group), column.label].filter(Boolean).join(' · ')
  return `${rows} — по столбцу «${name}», ${direction}.`
}
