import type { ColumnKind } from '../../../contract/reports/columns.ts'
import { type GridColumn, opensCard } from './grid-column.ts'
import { type HeaderSpan, linesBefore, splitSpans } from './header-spans.ts'
import { type Box, type GridLayout, gridLayout, isNarrow } from './layout.ts'

/** Layout and class names of the columns, which do not depend on rows. */
export interface GridModel extends GridLayout {
  spanRows: readonly (readonly HeaderSpan[])[]
  /** class of the line before each column; '' without a line */
  lines: readonly string[]
  /** class names of each column's cells: alignment, the line before it, and marks */
  looks: readonly string[]
  /** position and width of each column as styles; the positions of sticky columns are relative to their container */
  styles: readonly Box[]
  /** whether names are displayed in two lines, because the container is narrow */
  twoLines: boolean
}

const KIND_LOOKS: Readonly<Record<ColumnKind, string>> = {
  text: 'grid-text',
  price: 'grid-number',
  money2: 'grid-number',
  stock: 'grid-number',
  percent: 'grid-number',
}

/** Derives the model from the columns, the container's width in px, and the spans of the upper header rows. */
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
