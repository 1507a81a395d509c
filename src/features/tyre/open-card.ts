import type { Location, NavigateFunction } from 'react-router-dom'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { type CardState, cardState, type FocusedCell } from '../report-choice/displayed-table.ts'

/** Opens the card of the cell's tyre, in the history entry of an open one. @param from the card's background */
export function openCard(
  { table, row, column }: FocusedCell,
  from: Location,
  navigate: NavigateFunction,
): void {
  const shown = table.rows[row]
  if (!shown) return
  // An empty cell has no figure to explain.
  const isEmpty = column?.cell(shown) === null
  // Read from the browser's history, which is always current: at the second click of a double click, React has not
  // rendered the navigation by the first one yet.
  const open = cardState({ state: (window.history.state as { usr?: unknown } | null)?.usr })
  const state: CardState = { background: open?.background ?? from, row }
  const query = {
    date: table.choice.date,
    city: column?.group.city || table.compared.city,
    why: isEmpty ? null : (column?.figure ?? null),
  }
  navigate(cardPath(tyreKey(shown.specs), query), { replace: open !== null, state })
}
