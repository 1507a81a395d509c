import type { Column } from '../../../contract/reports/columns.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { CopiedColumn } from '../../lib/spreadsheet/clipboard.ts'
import { placeTitle } from './header-spans.ts'

/**
 * Returns a column of the copied table. A copy has one header row, so city, site and warehouse are prepended to the
 * label.
 */
export const copiedColumn = ({ group, label, kind, cell }: Column): CopiedColumn<ReportRow> => ({
  title: [placeTitle(group), label].filter(Boolean).join(' · '),
  kind,
  cell,
})
