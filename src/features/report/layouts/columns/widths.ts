import type { GridColumn } from '../../../grid/grid-column.ts'
import { isNarrow, wishOf } from '../../../grid/layout.ts'

/** In px. */
const LEAST = 48
const MOST = 480
/** Of the table's width: sticky columns leave room for what they are compared with. */
const MOST_OF_STICKY = { phone: 0.6, desk: 0.25 }

/** The width of the table on screen, which its own widths depend on. */
export const gridWidth = (): number => document.querySelector('.report-grid')?.clientWidth ?? innerWidth

/** The nearest width that a column may have in a container of this width. */
function clampWidth(px: number, sticky: boolean, container: number): number {
  const share = isNarrow(container) ? MOST_OF_STICKY.phone : MOST_OF_STICKY.desk
  const most = sticky ? Math.max(LEAST, Math.min(MOST, Math.round(container * share))) : MOST
  return Math.max(LEAST, Math.min(Math.round(px), most))
}

/** A column of a chosen width. @param sticky it identifies the tyre */
export const withWidth = (column: GridColumn, px: number, sticky: boolean): GridColumn => ({
  ...column,
  width: (container) => clampWidth(px, sticky, container),
})

/** The width that is this much wider than a column's own. @returns the same if it has reached its limit */
export function widerBy(by: number, column: GridColumn, sticky: boolean, container: number): number {
  const now = Math.round(wishOf(column, container))
  const next = clampWidth(now + by, sticky, container)
  // A name that is wider by itself gets no narrower by '+'.
  return Math.sign(next - now) === Math.sign(by) ? next : now
}

/** The width that is this many times a column's own. */
export const widthOf = (column: GridColumn, factor: number, sticky: boolean, container: number): number =>
  clampWidth(wishOf(column, container) * factor, sticky, container)
