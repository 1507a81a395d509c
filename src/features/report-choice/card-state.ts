import type { Location } from 'react-router-dom'

/** State of a history entry of a card beside a table. */
export interface CardState {
  /** location of the report, which stays displayed */
  background: Location
  /** index in the table, from 0 */
  row: number
  /** key of the location that this one replaced, beside the same table */
  replaced?: string
}

export const cardState = ({ state }: Pick<Location, 'state'>): CardState | null =>
  (state as CardState | null)?.background ? (state as CardState) : null
