import type { GridColumn } from '../../../grid/grid-column.ts'
import { isNarrow, wishOf } from '../../../grid/layout.ts'

/** Minimum and maximum width of a column, in px. */
const LEAST = 48
const MOST = 480
/** Maximum share of the table's width for a sticky column, so that the others have space. */
const MAX_STICKY_SHARE = { phone: 0.6, desk: 0.25 }

/** Returns the width in px of the displayed table, on which the default column widths depend. */
export const gridWidth = (): number => document.querySelector('.report-grid')?.clientWidth ?? innerWidth

/** Returns the allowed width nearest to `px`, for a table of this width in px. */
function clampWidth(px: number, sticky: boolean, container: number): number {
  const share = isNarrow(container) ? MAX_STICKY_SHARE.phone : MAX_STICKY_SHARE.desk
  const most = sticky ? Math.max(LEAST, Math.min(MOST, Math.round(container * share))) : MOST
  return Math.max(LEAST, Math.min(Math.round(px), most))
}

/** Returns the column with a chosen width in px. @param sticky whether the column identifies the tyre */
export const withWidth = (column: GridColumn, px: number, sticky: boolean): GridColumn => ({
  ...column,
  width: (container) => clampWidth(px, sticky, container),
})

/** Returns the column's width in px, changed by a step. @returns the unchanged width if it is at its limit */
export function widerBy(by: number, column: GridColumn, sticky: boolean, container: number): number {
  const now = Math.round(wishOf(column, container))
  const next = clampWidth(now + by, sticky, container)
  // A default width may exceed the limit; '+' must not narrow such a column.
  return Math.sign(next - now) === Math.sign(by) ? next : now
}

/** Returns the column's width in px, multiplied by a factor. */
export const widthOf = (column: GridColumn, factor: number, sticky: boolean, container: number): number =>
  clampWidth(wishOf(column, container) * factor, sticky, container)
