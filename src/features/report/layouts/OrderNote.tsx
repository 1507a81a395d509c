import { Button } from '../../../ui/Button.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { placeTitle } from '../../grid/header-spans.ts'
import type { Order } from '../../report-choice/view.ts'

interface OrderNoteProps {
  columns: readonly GridColumn[]
  order: Order | null
  /** the server has sorted the whole selection */
  isWhole: boolean
  onReset(): void
}

/**
 * States the sort column and whether it applies to all rows or to this page. Always mounted: screen readers skip a
 * live region that appears with its text.
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
  // A page of all rows may have no value in the column, and another layout may not have the column.
  if (!column) return `${rows} — по столбцу, которого здесь нет, ${direction}.`
  const name = [placeTitle(column.group), column.label].filter(Boolean).join(' · ')
  return `${rows} — по столбцу «${name}», ${direction}.`
}
