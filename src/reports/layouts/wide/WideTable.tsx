import { useMemo } from 'react'
import { filledColumns } from '../../../../contract/columns.ts'
import { arranges } from '../../../api/arranged.ts'
import type { GridColumn } from '../../table/grid-column.ts'
import { identifyingColumns } from '../../table/layout.ts'
import { inOneForm } from '../../table/one-form.ts'
import { orderRows } from '../../table/order.ts'
import { useOwnSites } from '../../useOwnSites.ts'
import { LayoutGrid } from '../LayoutGrid.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { useSameRows } from '../useSameRows.ts'

const HIGHLIGHT = (
  <p className="table-legend">
    <span className="grid-marker" aria-hidden="true">
      ◆
    </span>
    повышенное отклонение цены
  </p>
)

/** In px: the header has the name that these cells repeat. */
const placeWidth = () => 96

/** The table as the documents have it: a column for each price of each warehouse (specification 4.16 to 4.24). */
export function WideTable(props: LayoutProps) {
  const { report, choice, data, extra, arranged, view } = props
  const isOwnSite = useOwnSites()
  const columns = useMemo((): readonly GridColumn[] => {
    const filled = filledColumns(report, choice.priceType, data.filled, isOwnSite)
    const own = inOneForm(filled, data.fractions).map(
      (column): GridColumn => ({
        ...column,
        own: isOwnSite(column.group.site),
        width: column.place && placeWidth,
      }),
    )
    return extra ? own.toSpliced(identifyingColumns(own), 0, extra) : own
  }, [report, choice.priceType, data.filled, data.fractions, isOwnSite, extra])
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
