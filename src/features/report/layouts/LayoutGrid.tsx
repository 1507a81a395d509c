import { type ReactNode, useMemo, useRef } from 'react'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { arranges } from '../../../data/list-order.ts'
import { Button } from '../../../ui/Button.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { placeTitle } from '../../grid/header-spans.ts'
import ReportGrid from '../../grid/ReportGrid.tsx'
import type { GridHandle } from '../../report-choice/displayed-table.ts'
import type { Order, View } from '../../report-choice/view.ts'
import { parts } from '../on-demand.ts'
import { applyColumnSettings } from './columns/apply-settings.ts'
import type { GridLayoutName } from './columns/facets.ts'
import { useDensity } from './LayoutChoice.tsx'
import type { LayoutProps } from './layout-props.ts'
import { columnSettingsOf, columnsKey } from './stored-columns.ts'
import { type Compared, useDisplayedTable } from './useDisplayedTable.ts'
import type { RowGroups } from './useRowGroups.tsx'

interface LayoutGridProps {
  name: GridLayoutName
  layout: LayoutProps
  columns: readonly GridColumn[]
  /** rows sorted and filtered as displayed */
  rows: readonly ReportRow[]
  groups?: Pick<RowGroups, 'heads' | 'onFold'>
  label: string
  /** market data of the displayed rows, see useDisplayedTable */
  compared?: Compared
  legend: ReactNode
  className: string
  /** view settings that are also fixed when a click on a column head sorts, because the order depends on them */
  fixed?: Partial<View>
}

/** Grid of a layout with a note on its order. Passes the displayed rows to the tyre cards. */
export function LayoutGrid({
  name,
  layout,
  columns,
  rows,
  groups,
  label,
  compared,
  legend,
  className,
  fixed,
}: LayoutGridProps) {
  const { data, stale, rowOffset, card, view, onView } = layout
  const grid = useRef<GridHandle>(null)
  const density = useDensity()
  const arranged = useGridColumns(name, layout, columns)
  const shown = useDisplayedTable(layout, rows, grid, compared)
  return (
    <>
      {arranged.tools}
      <OrderNote
        columns={columns}
        order={view.order}
        isWhole={arranges(layout.arranged, 'sort')}
        onReset={() => onView({ order: null })}
      />
      <div className={className} aria-busy={stale}>
        {(rows.length > 0 || groups?.heads) && (
          <ReportGrid
            ref={grid}
            columns={arranged.columns}
            rows={rows}
            label={label}
            // Without row numbers if the quick filters have removed rows of the page.
            rowOffset={rows.length === data.rows.length ? rowOffset : null}
            totalRows={data.totalRows}
            legend={legend}
            order={view.order}
            density={density}
            heads={groups?.heads}
            onFold={groups?.onFold}
            onOrder={(order) => onView({ order, ...fixed })}
            onMove={card.onMove}
            onOpen={({ row, col }) => card.onOpen({ table: shown, row, column: arranged.columns[col] })}
          />
        )}
      </div>
    </>
  )
}

interface GridColumns {
  columns: readonly GridColumn[]
  tools: ReactNode
}

/** Returns a layout's columns with the settings from the URL, or else from this device (specification 17.8). */
function useGridColumns(
  name: GridLayoutName,
  layout: LayoutProps,
  columns: readonly GridColumn[],
): GridColumns {
  const { report, data, view, tools } = layout
  const of = columnsKey(report, name)
  const texts = columnSettingsOf(view, of)
  const key = texts.join('\n')
  const page = useMemo(() => ({ layout: name, columns, rows: data.rows }), [name, columns, data.rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the texts
  const arranged = useMemo(() => applyColumnSettings(page, texts), [page, key])
  return {
    columns: arranged.columns,
    tools: (
      <parts.ColumnTools
        {...{ of, page, arranged, tools }}
        onChange={(next) => layout.onView({ columns: next })}
      />
    ),
  }
}

interface OrderNoteProps {
  columns: readonly GridColumn[]
  order: Order | null
  /** whether the server has sorted all rows of the result set */
  isWhole: boolean
  onReset(): void
}

/** States the sort column and whether all rows are sorted. Always mounted, as a live region must be. */
function OrderNote({ columns, order, isWhole, onReset }: OrderNoteProps) {
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
