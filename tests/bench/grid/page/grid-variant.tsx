import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import ReportGrid from '../../../../src/features/grid/ReportGrid.tsx'
import type { Variant } from './variant.ts'

/** The report grid of this project. */
export const variant: Variant = {
  prepare: ({ columns, rows }, root) => {
    const reactRoot = createRoot(root)
    return () => flushSync(() => reactRoot.render(<ReportGrid columns={columns} rows={rows} label="Отчёт" />))
  },
  cell: '[role=gridcell]',
  vertical: '.report-grid',
  horizontal: '.report-grid',
}
