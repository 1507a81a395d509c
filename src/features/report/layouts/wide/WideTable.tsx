import { useMemo } from 'react'
import { arranges } from '../../../../data/list-order.ts'
import type { GridColumn } from '../../../grid/grid-column.ts'
import { identifyingColumns } from '../../../grid/layout.ts'
import { orderRows } from '../../../grid/order.ts'
import { LayoutGrid } from '../LayoutGrid.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { useOwnSites } from '../useDisplayedTable.ts'
import { useSameRows } from '../useRowGroups.tsx'
import { wideColumns } from './wide-columns.ts'

const HIGHLIGHT = (
  <p className="table-legend">
    <span className="grid-marker" aria-hidden="true">
      ◆
    </span>
    повышенное отклонение цены
  </p>
)

/** Wide table as described in the documents: a column for each price of each warehouse (specification 4.16 to 4.24). */
export function WideTable(props: LayoutProps) {
  const { report, choice, data, extra, arranged, view } = props
  const isOwnSite = useOwnSites()
  const columns = useMemo((): readonly GridColumn[] => {
    const own = wideColumns(report, choice.priceType, data, isOwnSite)
    return extra ? own.toSpliced(identifyingColumns(own), 0, extra) : own
  }, [report, choice.priceType, data, isOwnSite, extra])
  const order = arranges(arranged, 'sort') ? null : view.order
  const rows = useSameRows(useMemo(() => orderRows(data.rows, columns, order), [data.rows, columns, order]))
  return (
    <LayoutGrid
      name="table"
      layout={props}
      columns={columns}
      rows={rows}
      label="Результаты"
      legend={rows.some(({ highlighted }) => highlighted) && HIGHLIGHT}
      className="table-place"
    />
  )
}
