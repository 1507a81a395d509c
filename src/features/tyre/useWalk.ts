import { useEffect, useState } from 'react'
import { type Location, useNavigate } from 'react-router-dom'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { type CardState, cardState } from '../report-choice/card-state.ts'
import type { TableFeed } from '../report-choice/displayed-table.ts'
import { keyOfPath, readCardQuery } from './card-address.ts'

/** Time in ms that a row must stay before the address follows: a held key passes many rows. */
const REST_MS = 350

/** Row whose card is displayed before the address follows. */
interface Passing {
  row: number
  rows: readonly ReportRow[]
  /** key of the location where it started */
  from: string
}

/** Moves through the rows of the table beside the card. */
export function useWalk(location: Location, { table, moved }: TableFeed) {
  const navigate = useNavigate()
  const [passing, setPassing] = useState<Passing | null>(null)
  const rows = table?.rows ?? NO_ROWS
  const addressed = keyOfPath(location.pathname)
  const state = cardState(location)
  const settledAt = indexOf(rows, addressed, state?.row)
  // A row may be chosen after the address was replaced and before that is rendered.
  const isHere = passing?.from === location.key || (state !== null && passing?.from === state.replaced)
  const passes = passing !== null && passing.rows === rows && isHere && passing.row !== settledAt
  const index = passes ? passing.row : settledAt
  const row = rows[index]
  const key = passes && row ? tyreKey(row.specs) : addressed

  const go = (to: number) => {
    if (to !== index && rows[to]) setPassing({ row: to, rows, from: location.key })
  }

  // The table's active cell was moved by its own keys or the mouse.
  const [followed, setFollowed] = useState(moved)
  if (followed !== moved) {
    setFollowed(moved)
    if (moved) go(moved.row)
  }

  // The address follows once the row is settled, in the same history entry.
  useEffect(() => {
    if (!passes) return
    const timer = setTimeout(() => {
      const query = { ...readCardQuery(location.search), why: null }
      navigate(cardPath(key, query), { replace: true, state: stateAt(location, index) })
    }, REST_MS)
    const stop = () => clearTimeout(timer)
    // The browser has gone elsewhere, which is not rendered yet; replacing that entry would bring the card back.
    window.addEventListener('popstate', stop)
    return () => {
      stop()
      window.removeEventListener('popstate', stop)
    }
  }, [passes, key, index, location, navigate])

  // After a reload the table starts at its first row.
  const grid = table?.grid
  useEffect(() => {
    if (index >= 0) grid?.current?.goTo(index)
  }, [grid, index])

  return {
    key,
    row,
    /** index in the table, from 0; −1 if the tyre is not on its page */
    index,
    count: rows.length,
    /** whether the address names the displayed tyre */
    settled: !passes,
    /** whether another row than the first is displayed */
    walked: passing !== null,
    /** state of a location that replaces this one */
    state: stateAt(location, index),
    go,
  }
}

const stateAt = (location: Location, row: number) =>
  ({
    ...cardState(location),
    row,
    replaced: location.key,
  }) satisfies Partial<CardState>

const NO_ROWS: readonly ReportRow[] = []

/**
 * Returns the row index of a tyre.
 * @param hint index when the address was created, because two rows may have the same key
 */
function indexOf(rows: readonly ReportRow[], key: string, hint = -1): number {
  const isIt = (row: ReportRow | undefined) => row !== undefined && tyreKey(row.specs) === key
  return isIt(rows[hint]) ? hint : rows.findIndex(isIt)
}
