import type { Location } from 'react-router-dom'

/** State of the history entry for a tyre card that is opened beside a table. */
export interface CardState {
  /** location of the report, whose table stays displayed */
  background: Location
  /** index of the tyre in the table, from 0 */
  row: number
  /** key of the history entry that this entry replaced when the card of another tyre in the same table was open */
  replaced?: string
}

export const cardState = ({ state }: Pick<Location, 'state'>): CardState | null =>
  (state as CardState | null)?.background ? (state as CardState) : null
