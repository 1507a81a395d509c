// biome-ignore-all lint/a11y/useSemanticElements: a virtualised grid is positioned, which table elements are not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell.
import { memo, type ReactNode } from 'react'
import type { GridModel } from './grid-model.ts'
import { type HeaderSpan, spanTitle } from './header-spans.ts'
import type { Stretch } from './useVisibleRange.ts'

interface Part extends Stretch {
  model: GridModel
}

/** The upper cells over a stretch of columns. Each says which of the drawn columns it is over. */
function spanCells({ model, first, last }: Part): ReactNode[] {
  const drawn = model.spans.filter((span) => span.first <= last && span.last >= first)
  return drawn.map((span) => (
    <SpanCell key={span.first} model={model} span={span} first={first} last={last} />
  ))
}

function SpanCell({ model, span, first, last }: Part & { span: HeaderSpan }) {
  const left = model.boxes[span.first]?.left ?? 0
  const end = model.boxes[span.last + 1]?.left ?? model.width
  const from = Math.max(span.first, first)
  return (
    <div
      role="columnheader"
      className={`grid-cell grid-span${span.level ? ` grid-from-${span.level}` : ' grid-span-on'}`}
      style={{ left, width: end - left }}
      aria-colindex={from + 1}
      aria-colspan={Math.min(span.last, last) - from + 1}
      title={spanTitle(span)}
    >
      <span className="grid-span-label">
        {span.parts.map((part, depth) => (
          <span key={part}>
            {depth > 0 && ' · '}
            {part}
          </span>
        ))}
      </span>
    </div>
  )
}

/** The lower cells over a stretch of columns. */
function labelCells({ model, first, last }: Part): ReactNode[] {
  return model.columns.slice(first, last + 1).map(({ id, label }, index) => (
    <div
      key={id}
      role="columnheader"
      className={`grid-cell ${model.looks[first + index]}`}
      style={model.boxes[first + index]}
      aria-colindex={first + index + 1}
      title={label}
    >
      <span className="grid-label">{label}</span>
    </div>
  ))
}

const HEADER_ROWS = [
  { name: 'grid-upper', cells: spanCells },
  { name: 'grid-lower', cells: labelCells },
]

/** How many rows the header has, for the numbering of those below. */
export const HEADER_ROW_COUNT = HEADER_ROWS.length

/** Both header rows, which stay at the top: places above, what is told about them below. */
export const GridHeader = memo(function GridHeader({ model, first, last }: Part) {
  return (
    <div role="rowgroup" className="grid-header">
      {HEADER_ROWS.map(({ name, cells }, index) => (
        <div key={name} role="row" aria-rowindex={index + 1} className={name}>
          <div className="grid-sticky">{cells({ model, first: 0, last: model.frozen - 1 })}</div>
          {cells({ model, first, last })}
        </div>
      ))}
    </div>
  )
})
