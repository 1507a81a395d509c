import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ColumnKind } from '../../../../contract/reports/columns.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import type { ReportId } from '../../../../contract/reports/reports.ts'
import { ROW_GROUP_LABELS } from '../../../../contract/reports/row-groups.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { countText } from '../../../ui/plural.ts'
import { choiceText } from '../../report-choice/choice-text.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import { longDay } from '../../report-choice/format-date.ts'
import { isInGroups } from '../../report-choice/list-order-by.ts'
import type { Layout, View } from '../../report-choice/view.ts'
import { viewSheet } from '../export/view-sheet.ts'
import { groupOf, inGroups, unfolded } from '../layouts/row-groups.ts'
import { columnSettingsOf, columnsKey } from '../layouts/stored-columns.ts'
import { tableText } from '../layouts/view-text.ts'
import { MOST_VALUES, paperTables } from './paper-tables.ts'

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

/**
 * Tables on paper in the displayed layout and its groups, below the report's title, day, filters and what the layout
 * compares.
 */
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
  const { tables, values } = paperTables(sheet.columns)
  const { prices } = sheet
  const isGrouped = isInGroups(layout, view)
  const sorted =
    prices && isGrouped ? inGroups(unfolded(sheet.rows, prices, view.folded), prices) : sheet.rows
  const groupAt = (index: number) => {
    const row = sorted[index]
    return row && prices && isGrouped ? groupOf(prices(row)) : null
  }
  const count = countText(sorted.length, ['строка', 'строки', 'строк'])
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
        {values > MOST_VALUES &&
          ` · первые ${MOST_VALUES} столбцов из ${values}: ненужные скрывает «Столбцы»`}
      </p>
      {tables.map((columns, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tables never change
        <table key={part}>
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
            {sorted.map((row, index) => {
              const group = groupAt(index)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
                <Fragment key={index}>
                  {group !== null && group !== groupAt(index - 1) && (
                    <tr className="printed-group">
                      <th colSpan={columns.length} scope="rowgroup">
                        {ROW_GROUP_LABELS[group]}
                      </th>
                    </tr>
                  )}
                  <tr>
                    {columns.map(({ group: of, label, kind, cell }) => (
                      <td key={`${of} ${label}`} data-kind={kind}>
                        {formatCell(cell(row), kind as ColumnKind)}
                      </td>
                    ))}
                  </tr>
                </Fragment>
              )
            })}
          </tbody>
        </table>
      ))}
    </div>
  )
}
