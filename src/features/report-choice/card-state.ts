import type { Location } from 'react-router-dom'

/** Kept in the browser's history with a card that stands beside a table. */
export interface CardState {
  /** of the report, which stays on screen */
  background: Location
  /** in the table, from 0 */
  row: number
  /** key of the location that this one replaced, beside the same table */
  replaced?: string
}

export const cardState = ({ state }: Pick<Location, 'state'>): CardState | null =>
  (state as CardState | null)?.background ? (state as CardState) : null
