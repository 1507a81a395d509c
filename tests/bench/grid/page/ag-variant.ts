import {
  ClientSideRowModelModule,
  type ColDef,
  type ColGroupDef,
  createGrid,
  ModuleRegistry,
} from 'ag-grid-community'
import type { Column } from '../../../../contract/reports/columns.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import type { Page } from './made-up-data.ts'
import { placeGroups } from './place-groups.ts'
import type { Variant } from './variant.ts'

ModuleRegistry.registerModules([ClientSideRowModelModule])

const STICKY = 3

const columnOf = (column: Column, index: number): ColDef<ReportRow> => ({
  colId: column.id,
  headerName: column.label,
  width: 140,
  pinned: index < STICKY ? 'left' : null,
  valueGetter: ({ data }) => data && column.cell(data),
  valueFormatter: ({ value }) => formatCell(value, column.kind),
})

function groupsOf({ columns }: Page): ColGroupDef<ReportRow>[] {
  const leaves = columns.map(columnOf)
  return placeGroups(columns, [STICKY]).map((span) => ({
    headerName: span.parts[0] ?? '',
    children: leaves.slice(span.first, span.last + 1),
  }))
}

/** AG Grid Community with the same column groups and sticky columns, and defaults otherwise. */
export const variant: Variant = {
  prepare: (page, root) => {
    const columnDefs = groupsOf(page)
    return () => {
      createGrid(root, { columnDefs, rowData: page.rows })
    }
  },
  cell: '.ag-grid-scrolling-cells [role=gridcell]',
  vertical: '.ag-grid-viewport',
  horizontal: '.ag-grid-viewport',
}
