import { type ReactNode, useRef } from 'react'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { arranges } from '../../../data/list-order.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import ReportGrid from '../../grid/ReportGrid.tsx'
import type { GridHandle } from '../../report-choice/displayed-table.ts'
import type { View } from '../../report-choice/view.ts'
import type { GridLayoutName } from './columns/facets.ts'
import { useDensity } from './LookChoice.tsx'
import type { LayoutProps } from './layout-props.ts'
import { OrderNote } from './OrderNote.tsx'
import { type Compared, useDisplayedTable } from './useDisplayedTable.ts'
import { useGridColumns } from './useGridColumns.tsx'
import type { RowGroups } from './useRowGroups.tsx'

interface LayoutGridProps {
  name: GridLayoutName
  layout: LayoutProps
  /** columns of the layout */
  columns: readonly GridColumn[]
  /** rows sorted and filtered as displayed */
  rows: readonly ReportRow[]
  /** heads of the rows' groups */
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
