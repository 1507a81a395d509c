import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ColumnKind } from '../../../../contract/reports/columns.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import type { ReportId } from '../../../../contract/reports/reports.ts'
import { ROW_GROUP_LABELS } from '../../../../contract/reports/row-groups.ts'
import { TYRE_SPECS } from '../../../../contract/tyre/tyre-specs.ts'
import { tyreText } from '../../../../contract/tyre/tyre-text.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { countText } from '../../../ui/plural.ts'
import { choiceText } from '../../report-choice/choice-text.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import { longDay } from '../../report-choice/format-date.ts'
import { isInGroups } from '../../report-choice/list-order-by.ts'
import type { Layout, View } from '../../report-choice/view.ts'
import { type ViewSheetColumn, viewSheet } from '../export/view-sheet.ts'
import { tableText } from '../layouts/displayed-text.ts'
import { columnSettingsOf, columnsKey } from '../layouts/stored-columns.ts'
import { groupOf, inGroups, unfolded } from '../layouts/useRowGroups.tsx'

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

/** Tables on paper in the displayed layout and groups, below title, day, filters and what the layout compares. */
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
        {values > MAX_VALUES && ` · первые ${MAX_VALUES} столбцов из ${values}: ненужные скрывает «Столбцы»`}
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

/** Maximum number of columns of a table, by which it fits the width of A4. */
const MAX_IN_TABLE = 12
/** Maximum number of columns of values; more would be unreadable on paper. */
const MAX_VALUES = 30
/** Maximum number of columns that describe the tyre beside values that do not fit one table. */
const MAX_NAMES = 3

const TYRE: ViewSheetColumn = {
  group: '',
  label: 'Шина',
  kind: 'text',
  cell: ({ specs }: ReportRow) => tyreText(specs),
}

/**
 * Splits the columns into tables that fit the paper one after another: each has the columns that describe the tyre, and
 * the next ones of the values. The heads name the places, so that columns which repeat these are left out.
 * @returns the tables' columns, and the number of columns with values, of which at most MAX_VALUES are printed
 */
export function paperTables(all: readonly ViewSheetColumn[]): {
  tables: readonly (readonly ViewSheetColumn[])[]
  values: number
} {
  const columns = all.filter(({ place }) => !place)
  const first = columns.findIndex(({ group, kind }) => group !== '' || kind !== 'text')
  const described = first < 0 ? columns : columns.slice(0, first)
  const values = columns.slice(described.length)
  if (columns.length <= MAX_IN_TABLE) return { tables: [columns], values: values.length }
  const names =
    described.length <= MAX_NAMES ? described : [TYRE, ...described.filter(isArticle).map(shortened)]
  const printed = values.slice(0, MAX_VALUES)
  const size = MAX_IN_TABLE - names.length
  const tables = Array.from({ length: Math.ceil(printed.length / size) }, (_, at) => [
    ...names,
    ...printed.slice(at * size, (at + 1) * size),
  ])
  return { tables: tables.length > 0 ? tables : [described], values: values.length }
}

const isArticle = ({ label }: ViewSheetColumn): boolean => label === TYRE_SPECS.article.label

const shortened = (article: ViewSheetColumn): ViewSheetColumn => ({ ...article, label: 'Артикул' })
