// biome-ignore-all lint/a11y/useSemanticElements: a virtualised grid is positioned, which table elements are not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell.
import { memo, type ReactNode } from 'react'
import { formatCell, trendOf } from '../../../contract/reports/format-cell.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { standsForArticle } from './grid-column.ts'
import type { GridModel } from './grid-model.ts'

export interface GridRowProps {
  row: ReportRow
  /** row index on the page, from 0 */
  index: number
  /** vertical position among the lines, in px */
  top: number
  /** row index in the result set including the header rows, from 1 */
  rowIndex: number
  model: GridModel
  /** first and last rendered scrolling column, inclusive */
  first: number
  last: number
  /** index of the active column if the active cell is in this row; -1 otherwise */
  active: number
  /** prefix of the active cell's element id, which names the cell, so that screen readers notice a move */
  activeId: string
  /** first and last selected column of this row, inclusive; -1 without a selection */
  selectedFrom: number
  selectedTo: number
}

const MARKER = (
  <span role="img" className="grid-marker" aria-label="Выделенная строка: повышенное отклонение цены">
    ◆
  </span>
)

const tooltip = ({ highlighted, highlightedCities }: ReportRow): string | undefined =>
  highlighted && highlightedCities.length > 0
    ? `Выделено по городу: ${highlightedCities.join(', ')}`
    : undefined

/** Row of the table: leading cells that scroll away, sticky cells, then the visible scrolling cells. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, rowIndex, model, first, last } = props
  return (
    <div
      role="row"
      className={row.highlighted ? 'grid-row grid-highlighted' : 'grid-row'}
      style={{ top }}
      aria-rowindex={rowIndex}
      data-row={index}
      title={tooltip(row)}
    >
      {cells(props, 0, model.lead - 1)}
      <div className="grid-sticky">{cells(props, model.lead, model.frozen - 1)}</div>
      {cells(props, first, last)}
    </div>
  )
})

/** The tyre's name; two lines need an element of their own, as the cell centres its content. */
function leadContent(model: GridModel, row: ReportRow, text: string): ReactNode {
  const content = (
    <>
      {row.highlighted && MARKER}
      {text}
    </>
  )
  return model.twoLines ? <span>{content}</span> : content
}

export const cellId = (prefix: string, row: number, col: number): string => `${prefix}-${row}-${col}`

/** Returns plain elements: a component per cell would be slow, because one scroll renders hundreds of cells. */
function cells(props: GridRowProps, first: number, last: number): ReactNode[] {
  const { row, index, model, active, activeId, selectedFrom, selectedTo } = props
  const drawn: ReactNode[] = []
  for (let col = first; col <= last; col++) {
    const column = model.columns[col]
    if (!column) break
    const text = formatCell(column.cell(row), column.kind)
    const trend = trendOf(text, column.kind)
    const opens = standsForArticle(column, row) ? ' grid-opens' : ''
    const own = column.look ? ` ${column.look(row)}` : ''
    const look = `grid-cell ${model.looks[col]}${opens}${own}`
    drawn.push(
      <div
        key={col}
        role="gridcell"
        className={trend ? `${look} grid-${trend}` : look}
        style={model.styles[col]}
        aria-colindex={col + 1}
        aria-selected={(col >= selectedFrom && col <= selectedTo) || undefined}
        data-col={col}
        id={col === active ? cellId(activeId, index, col) : undefined}
      >
        {column.draw ? column.draw(row) : col === model.lead ? leadContent(model, row, text) : text}
      </div>,
    )
  }
  return drawn
}
