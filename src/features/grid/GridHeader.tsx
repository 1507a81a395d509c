// biome-ignore-all lint/a11y/useSemanticElements: a virtualised grid is positioned, which table elements are not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell.
import { type CSSProperties, type MouseEventHandler, memo, type ReactNode, type Ref } from 'react'
import type { Order } from '../report-choice/view.ts'
import type { GridModel } from './grid-model.ts'
import { type HeaderSpan, placeTitle } from './header-spans.ts'
import type { Stretch } from './viewport.ts'

interface Part extends Stretch {
  model: GridModel
  order: Order | null
}

interface SpanCellProps extends Part {
  span: HeaderSpan
  /** index of the upper header row; from row 1 on, the span has the look of an inner row */
  row: number
}

/** Header cell that spans several columns. Its ARIA attributes cover only those of the columns that are rendered. */
function SpanCell({ model, span, row, first, last }: SpanCellProps) {
  const left = model.styles[span.first]?.left ?? 0
  const width = (model.boxes[span.last + 1]?.left ?? model.width) - (model.boxes[span.first]?.left ?? 0)
  const from = Math.max(span.first, first)
  const group = model.columns[span.first]?.group
  const title = (group && placeTitle(group)) || span.parts.join(' · ')
  return (
    <div
      role="columnheader"
      className={`grid-cell grid-span ${spanLook(model, span, row)}`}
      style={
        { left, width, '--span-left': `${left}px`, '--span-right': `${left + width}px` } as CSSProperties
      }
      aria-colindex={from + 1}
      aria-colspan={Math.min(span.last, last) - from + 1}
      title={title}
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

function spanLook(
  { columns, lines, lead }: GridModel,
  { first, continued }: HeaderSpan,
  row: number,
): string {
  const looks = [
    // The second part of a span that was split at the sticky columns has no line before it, and its name is hidden.
    continued ? 'grid-span-on' : lines[first],
    row > 0 ? 'grid-span-inner' : '',
    first < lead ? 'grid-span-lead' : '',
    row > 0 && columns[first]?.own ? 'grid-own' : '',
  ]
  return looks.filter(Boolean).join(' ')
}

/** Returns an upper row's vertical lines before columns without a name; none crosses a name over several columns. */
function bareLines({ model, first, last }: Part, spans: readonly HeaderSpan[]): ReactNode[] {
  return model.lines.slice(first, last + 1).flatMap((line, index) => {
    const col = first + index
    if (line === '' || spans.some((span) => span.first <= col && col <= span.last)) return []
    return [
      <div
        key={`line ${col}`}
        aria-hidden="true"
        className={`grid-cell ${line}`}
        style={model.styles[col]}
      />,
    ]
  })
}

function labelCells({ model, order, first, last }: Part): ReactNode[] {
  return model.columns.slice(first, last + 1).map(({ id, label }, index) => {
    const sorted = order?.column === id ? (order.descending ? 'descending' : 'ascending') : undefined
    return (
      <div
        key={id}
        role="columnheader"
        className={`grid-cell ${model.looks[first + index]}`}
        style={model.styles[first + index]}
        aria-colindex={first + index + 1}
        aria-sort={sorted}
        data-sorts={first + index}
        title={label}
      >
        <span className="grid-label">{label}</span>
        {sorted && (
          <span className="grid-sorted" aria-hidden="true">
            {sorted === 'descending' ? '↓' : '↑'}
          </span>
        )}
      </div>
    )
  })
}

/** Returns the spans of an upper row that overlap a range of columns. */
const spansOver = ({ model, first, last }: Part, row: number): HeaderSpan[] =>
  (model.spanRows[row] ?? []).filter((span) => span.first <= last && span.last >= first)

/** Returns a function that renders the cells of an upper row for a range of columns. */
const spanCells =
  (row: number) =>
  (part: Part): ReactNode[] => {
    const spans = part.model.spanRows[row] ?? []
    return [
      ...bareLines(part, spans),
      ...spansOver(part, row).map((span) => <SpanCell key={span.first} {...part} span={span} row={row} />),
    ]
  }

const HEADER_ROWS = [
  { name: 'grid-upper', cells: spanCells(0) },
  { name: 'grid-upper', cells: spanCells(1) },
  { name: 'grid-lower', cells: labelCells },
]

/** Number of header rows; the ARIA indexes of data rows follow theirs. */
export const HEADER_ROW_COUNT = HEADER_ROWS.length

/** Returns the ARIA attributes of a header row; {} without a visible cell, because ARIA requires rows to have cells. */
function rowOf(index: number, part: Part): { role?: 'row'; 'aria-rowindex'?: number } {
  const isUpper = index < HEADER_ROWS.length - 1
  const frozen = { ...part, first: 0, last: part.model.frozen - 1 }
  const isEmpty = isUpper && [part, frozen].every((stretch) => spansOver(stretch, index).length === 0)
  return isEmpty ? {} : { role: 'row', 'aria-rowindex': index + 1 }
}

interface GridHeaderProps extends Part {
  ref: Ref<HTMLDivElement>
  /** undefined if the grid cannot be sorted */
  onClick: MouseEventHandler | undefined
}

/** Sticky header rows: city, site and warehouse above, column labels below. */
export const GridHeader = memo(function GridHeader({
  model,
  order,
  onClick,
  first,
  last,
  ref,
}: GridHeaderProps) {
  const { lead, frozen } = model
  const part = { model, order }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid's own keys sort, too
    <div
      ref={ref}
      role="rowgroup"
      className={onClick ? 'grid-header grid-sorts' : 'grid-header'}
      onClick={onClick}
    >
      {HEADER_ROWS.map(({ name, cells }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={index} {...rowOf(index, { ...part, first, last })} className={name}>
          {cells({ ...part, first: 0, last: lead - 1 })}
          <div className="grid-sticky">{cells({ ...part, first: lead, last: frozen - 1 })}</div>
          {cells({ ...part, first, last })}
        </div>
      ))}
    </div>
  )
})
