import type { GridColumn } from '../../../grid/grid-column.ts'
import { isNarrow, wishOf } from '../../../grid/layout.ts'

/** Limits of a column's width, in px. */
const LEAST = 48
const MOST = 480
/** Maximum share of the table's width for sticky columns, to leave room for the others. */
const MOST_OF_STICKY = { phone: 0.6, desk: 0.25 }

/** Width of the displayed table in px, on which its column widths depend. */
export const gridWidth = (): number => document.querySelector('.report-grid')?.clientWidth ?? innerWidth

/** Returns the nearest allowed width of a column in a container of this width. */
function clampWidth(px: number, sticky: boolean, container: number): number {
  const share = isNarrow(container) ? MOST_OF_STICKY.phone : MOST_OF_STICKY.desk
  const most = sticky ? Math.max(LEAST, Math.min(MOST, Math.round(container * share))) : MOST
  return Math.max(LEAST, Math.min(Math.round(px), most))
}

/** Returns the column with a chosen width. @param sticky it identifies the tyre */
export const withWidth = (column: GridColumn, px: number, sticky: boolean): GridColumn => ({
  ...column,
  width: (container) => clampWidth(px, sticky, container),
})

/** Returns the column's width plus a step. @returns the current width at its limit */
export function widerBy(by: number, column: GridColumn, sticky: boolean, container: number): number {
  const now = Math.round(wishOf(column, container))
  const next = clampWidth(now + by, sticky, container)
  // '+' must not narrow a name that is wider by default.
  return Math.sign(next - now) === Math.sign(by) ? next : now
}

/** Returns the column's width times a factor. */
export const widthOf = (column: GridColumn, factor: number, sticky: boolean, container: number): number =>
  clampWidth(wishOf(column, container) * factor, sticky, container)
