// biome-ignore-all lint/a11y/useSemanticElements: a virtualised grid is positioned, which table elements are not.
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type UIEvent,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
} from 'react'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { GridHandle } from '../report-choice/displayed-table.ts'
import { GridHeader, HEADER_ROW_COUNT } from './GridHeader.tsx'
import { cellId, GridRow } from './GridRow.tsx'
import type { GridColumn } from './grid-column.ts'
import { gridModel } from './grid-model.ts'
import './grid.css'
import type { Order } from '../report-choice/view.ts'
import { GroupLine } from './GroupLine.tsx'
import { upperRows } from './header-spans.ts'
import { HEADER_HEIGHT } from './layout.ts'
import { orderAfterClick, orderAfterKey } from './order.ts'
import { type Density, type RowGroupHead, rowLines } from './row-lines.ts'
import { boundsOf } from './selection.ts'
import { totalsOf } from './selection-totals.ts'
import { useGridCopy } from './useGridCopy.ts'
import { type GridEvents, useGridSelection } from './useGridSelection.ts'
import { useActiveInView, useElementSize, useScrollRestoration, useVisibleRange } from './useGridView.ts'
import type { Stretch } from './viewport.ts'

export interface ReportGridProps extends GridEvents {
  ref?: Ref<GridHandle>
  columns: readonly GridColumn[]
  /**
   * rows of the page; other rows mean a new page: the grid then scrolls to the top and clears the selection, unless the
   * former rows only go on
   */
  rows: readonly ReportRow[]
  /** accessible name of the grid */
  label: string
  /** number of rows on earlier pages; null if unknown */
  rowOffset?: number | null | undefined
  /** number of rows on all pages; null if unknown; defaults to the length of `rows` */
  totalRows?: number | null | undefined
  /** content below the grid, next to the totals of the selection */
  legend?: ReactNode
  /** sorted column; null for the order of `rows` */
  order?: Order | null
  /** called on a click on a header, and on Alt+ArrowUp or Alt+ArrowDown in a cell of the column */
  onOrder?(order: Order | null): void
  density?: Density | undefined
  heads?: readonly RowGroupHead[] | undefined
  onFold?: ((head: RowGroupHead) => void) | undefined
}

const indexesOf = ({ first, last }: Stretch): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

const includes = ({ first, last }: Stretch, index: number): boolean => index >= first && index <= last

const UNKNOWN = -1

const SORT_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown'])

/** Sets the tooltip of a truncated cell. Measures only the hovered cell, because measuring is expensive. */
function tellCutText({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  if (!cell) return
  const cut = cell.scrollWidth > cell.clientWidth
  const ofRow = cell.closest<HTMLElement>('[data-row]')?.title
  if (cut) cell.title = ofRow ? `${cell.textContent}\n${ofRow}` : cell.textContent
  else cell.removeAttribute('title')
}

/** Virtualised grid of a report's rows: renders only the rows and columns in view. */
export default function ReportGrid({
  ref,
  columns,
  rows,
  label,
  rowOffset = 0,
  totalRows,
  legend,
  order = null,
  onOrder,
  density,
  heads,
  onFold,
  ...events
}: ReportGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const size = useElementSize(scroller)
  const spanRows = useMemo(() => upperRows(columns), [columns])
  const model = useMemo(
    () => gridModel(columns, size?.width ?? 0, spanRows),
    [columns, size?.width, spanRows],
  )
  const lines = useMemo(() => rowLines(rows.length, density, heads), [rows.length, density, heads])
  const drawn = useVisibleRange(scroller, size, model, lines)
  const { selection, handlers } = useGridSelection(scroller, model, lines, rows, events, ref)
  useActiveInView(scroller, size, model, lines, selection.active)
  const copied = useGridCopy(scroller, columns, rows, selection)
  const header = useRef<HTMLDivElement>(null)
  const keepScroll = useScrollRestoration(scroller, model, rows)
  const onScroll = (event: UIEvent<HTMLElement>) => {
    keepScroll()
    // Set on the header only: on the grid, the property would make the browser recompute the style of every cell.
    header.current?.style.setProperty('--grid-scrolled', `${event.currentTarget.scrollLeft}px`)
  }

  const { active, range } = selection
  const sortByKey = (event: KeyboardEvent) => {
    const column = columns[active.col]
    if (!onOrder || !column || !event.altKey || !SORT_KEYS.has(event.key)) return false
    event.preventDefault()
    onOrder(orderAfterKey(order, column.id, event.key === 'ArrowDown'))
    return true
  }
  const sortByClick = ({ target }: MouseEvent) => {
    const head = target instanceof Element ? target.closest<HTMLElement>('[data-sorts]') : null
    const column = columns[Number(head?.dataset.sorts ?? Number.NaN)]
    // A drag that selects a header's text to copy it also ends with a click.
    if (onOrder && column && document.getSelection()?.isCollapsed !== false)
      onOrder(orderAfterClick(order, column.id))
  }
  const selected = range && boundsOf(range)
  // Deferred, so that totals are not computed for every intermediate rectangle of a drag.
  const settled = useDeferredValue(range)
  const totals = useMemo(() => {
    if (!settled) return ''
    const { top, bottom, left, right } = boundsOf(settled)
    return totalsOf(rows.slice(top, bottom + 1), columns.slice(left, right + 1))
  }, [settled, rows, columns])
  const activeIsDrawn =
    includes(drawn.rows, active.row) && (active.col < model.frozen || includes(drawn.cols, active.col))
  const known = totalRows === undefined ? rows.length : totalRows
  const before = rowOffset ?? 0
  const total =
    known === null || rowOffset === null ? UNKNOWN : Math.max(known, before + rows.length) + HEADER_ROW_COUNT

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        className="report-grid"
        data-walk
        tabIndex={0}
        aria-label={label}
        aria-rowcount={total}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-activedescendant={activeIsDrawn ? cellId(id, active.row, active.col) : undefined}
        style={
          {
            '--grid-line': `${lines.height}px`,
            '--grid-lead-width': `${model.leadWidth}px`,
            '--grid-sticky-width': `${model.frozenWidth}px`,
          } as CSSProperties
        }
        onScroll={onScroll}
        onPointerOver={tellCutText}
        {...handlers}
        onKeyDown={(event) => sortByKey(event) || handlers.onKeyDown(event)}
      >
        <div style={{ width: model.width, height: HEADER_HEIGHT + lines.count * lines.height }}>
          <GridHeader
            ref={header}
            model={model}
            order={order}
            onClick={onOrder && sortByClick}
            first={drawn.cols.first}
            last={drawn.cols.last}
          />
          <div role="rowgroup" className="grid-body" translate="no">
            {lines.heads.map((head, index) => (
              <GroupLine
                key={head.id}
                head={head}
                top={(head.before + index) * lines.height}
                columns={columns.length}
                onFold={onFold}
              />
            ))}
            {indexesOf(drawn.rows).map((index) => {
              const row = rows[index]
              const inRange = selected !== null && index >= selected.top && index <= selected.bottom
              return (
                row && (
                  <GridRow
                    key={index}
                    row={row}
                    index={index}
                    top={lines.lineOf(index) * lines.height}
                    rowIndex={HEADER_ROW_COUNT + before + index + 1}
                    model={model}
                    first={drawn.cols.first}
                    last={drawn.cols.last}
                    active={active.row === index ? active.col : -1}
                    activeId={id}
                    selectedFrom={inRange ? selected.left : -1}
                    selectedTo={inRange ? selected.right : -1}
                  />
                )
              )
            })}
          </div>
        </div>
      </div>
      <div className="grid-foot">
        {legend}
        <p className="grid-totals">{totals}</p>
      </div>
      {/* Always mounted: screen readers ignore a live region that is inserted together with its text. */}
      <p className="grid-copied" role="status">
        {copied && <span key={copied.count}>{copied.words}</span>}
      </p>
    </>
  )
}
