import type { Location, NavigateFunction } from 'react-router-dom'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { type CardState, cardState } from '../report-choice/card-state.ts'
import type { FocusedCell } from '../report-choice/displayed-table.ts'

/**
 * Opens the card of a cell's tyre, or shows it in the open card.
 * @param from location as rendered
 */
export function openCard(
  { table, row, column }: FocusedCell,
  from: Location,
  navigate: NavigateFunction,
): void {
  const shown = table.rows[row]
  if (!shown) return
  // A missing number has no explanation.
  const isEmpty = column?.cell(shown) === null
  // The second click of a double click arrives before the page has followed the first; the browser's history is
  // always up to date.
  const open = cardState({ state: (window.history.state as { usr?: unknown } | null)?.usr })
  const state: CardState = { background: open?.background ?? from, row }
  const query = {
    date: table.choice.date,
    city: column?.group.city || null,
    why: isEmpty ? null : (column?.figure ?? null),
  }
  navigate(cardPath(tyreKey(shown.specs), query), { replace: open !== null, state })
}
