import type { ColumnKind } from '../../../contract/reports/columns.ts'
import type { GridColumn } from './grid-column.ts'
import { type HeaderSpan, linesBefore, splitSpans } from './header-spans.ts'
import { type Box, type GridLayout, gridLayout, isNarrow } from './layout.ts'
import { opensCard } from './opens-card.ts'

/** Everything about the columns that does not depend on a row. */
export interface GridModel extends GridLayout {
  /** one list per upper header row */
  spanRows: readonly (readonly HeaderSpan[])[]
  /** for each column, the line before it; '' if there is none */
  lines: readonly string[]
  /** for each column, its alignment and the line before it */
  looks: readonly string[]
  /** `boxes` as styles; sticky columns are measured from their sticky position */
  styles: readonly Box[]
  /** the name has two lines, since it has hardly any width */
  twoLines: boolean
}

const KIND_LOOKS: Readonly<Record<ColumnKind, string>> = {
  text: 'grid-text',
  price: 'grid-number',
  money2: 'grid-number',
  stock: 'grid-number',
  percent: 'grid-number',
}

/** @param spanRows the columns' upper rows, which do not depend on the container */
export function gridModel(
  columns: readonly GridColumn[],
  container: number,
  spanRows: readonly (readonly HeaderSpan[])[],
): GridModel {
  const layout = gridLayout(columns, container, spanRows)
  const { lead, frozen, leadWidth, boxes } = layout
  const lines = linesBefore(columns).map((level) => (level ? `grid-from-${level}` : ''))
  const twoLines = isNarrow(container)
  return {
    ...layout,
    lines,
    twoLines,
    spanRows: spanRows.map((spans) => splitSpans(spans, [lead, frozen])),
    looks: columns.map((column, index) => {
      const { kind, id } = column
      const inTwo = twoLines && id === columns[lead]?.id ? 'grid-two-lines' : ''
      return [
        KIND_LOOKS[kind],
        lines[index],
        inTwo,
        opensCard(column) ? 'grid-opens' : '',
        column.own ? 'grid-own' : '',
      ]
        .filter(Boolean)
        .join(' ')
    }),
    styles: boxes.map((box, index) =>
      index >= lead && index < frozen ? { ...box, left: box.left - leadWidth } : box,
    ),
  }
}
