import { useQueryClient } from '@tanstack/react-query'
import type { ColumnKind } from '../../../../contract/reports/columns.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import type { ReportId } from '../../../../contract/reports/reports.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { countText } from '../../../ui/plural.ts'
import { choiceText } from '../../report-choice/choice-text.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import { longDay } from '../../report-choice/format-date.ts'
import type { Layout, View } from '../../report-choice/view.ts'
import { viewSheet } from '../export/view-sheet.ts'
import { columnSettingsOf, columnsKey } from '../layouts/stored-columns.ts'
import { tableText } from '../layouts/view-text.ts'

/** Maximum number of printed columns; more would be unreadable on paper. */
const MOST_COLUMNS = 30

export interface PrintedView {
  id: ReportId
  layout: Layout
  view: View
}

interface PrintedTableProps extends PrintedView {
  table: DisplayedTable
  rows: readonly ReportRow[]
  isPage: boolean
}

/** Table on paper in the displayed layout, below the report's title, day, filters and what the
 * layout compares. */
export function PrintedTable({ id, layout, view, table, rows, isPage }: PrintedTableProps) {
  const { report, choice, compared, arranged, page, totalRows } = table
  const sheet = viewSheet(
    {
      report: id,
      choice,
      layout,
      view: { order: view.order, only: layout === 'table' ? [] : view.only },
      columns: columnSettingsOf(view, columnsKey(report, layout)),
      compared,
      arranged,
      ownHosts: useQueryClient().getQueryData(companionQuery.queryKey)?.ownHosts ?? null,
      further: null,
    },
    rows,
    rows,
  )
  const columns = sheet.columns.slice(0, MOST_COLUMNS)
  const count = countText(sheet.rows.length, ['строка', 'строки', 'строк'])
  const of = totalRows === null ? '' : ` из ${totalRows.toLocaleString('ru-RU')}`
  return (
    <div className="printed-report">
      <h1>{report.title}</h1>
      <p>
        {[longDay(choice.date), ...choiceText(report, choice), ...tableText(layout, view, table)].join(' · ')}
      </p>
      <p>
        {isPage && `Страница отчёта ${page} · `}
        {count}
        {of}
        {sheet.columns.length > columns.length &&
          ` · первые ${MOST_COLUMNS} столбцов из ${sheet.columns.length}: ненужные скрывает «Столбцы»`}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map(({ group, label }) => (
              <th key={`${group} ${label}`} scope="col">
                {group && <small>{group}</small>} {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
            <tr key={index}>
              {columns.map(({ group, label, kind, cell }) => (
                <td key={`${group} ${label}`} data-kind={kind}>
                  {formatCell(cell(row), kind as ColumnKind)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
