import type { Column, ColumnKind } from '../../../contract/columns.ts'
import { type HeaderSpan, headerSpans } from './header-spans.ts'
import { type GridLayout, gridLayout } from './layout.ts'

/** All that the table knows about its columns before it sees a row. */
export interface GridModel extends GridLayout {
  spans: readonly HeaderSpan[]
  /** for each column: how it is aligned and which line stands before it */
  looks: readonly string[]
}

const KIND_LOOKS: Readonly<Record<ColumnKind, string>> = {
  text: 'grid-text',
  price: 'grid-number',
  money2: 'grid-number',
  stock: 'grid-number',
  percent: 'grid-number',
}

export function gridModel(columns: readonly Column[], container: number): GridModel {
  const layout = gridLayout(columns, container)
  const spans = headerSpans(columns, layout.frozen)
  const lines = new Map(spans.map((span) => [span.first, span.level]))
  const looks = columns.map(({ kind }, index) => {
    const level = lines.get(index)
    return level ? `${KIND_LOOKS[kind]} grid-from-${level}` : KIND_LOOKS[kind]
  })
  return { ...layout, spans, looks }
}
