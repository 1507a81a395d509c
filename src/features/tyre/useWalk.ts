import { useEffect, useState } from 'react'
import { type Location, useNavigate } from 'react-router-dom'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { type CardState, cardState, type TableFeed } from '../report-choice/displayed-table.ts'
import { keyOfPath, readCardQuery } from './card-address.ts'

/** Time in ms for which a row must stay selected before the URL changes, because a held arrow key passes many rows. */
const REST_MS = 350

/** Row whose card is displayed while the URL does not name its tyre yet. */
interface Passing {
  row: number
  rows: readonly ReportRow[]
  /** key of the location from which the person started to move */
  from: string
}

/** Lets the person move through the rows of the table beside the card. The URL follows with a delay. */
export function useRowNavigation(location: Location, { table, moved }: TableFeed) {
  const navigate = useNavigate()
  const [passing, setPassing] = useState<Passing | null>(null)
  const rows = table?.rows ?? NO_ROWS
  const addressed = keyOfPath(location.pathname)
  const state = cardState(location)
  const settledAt = indexOf(rows, addressed, state?.row)
  // `passing` may refer to the location that this one replaced, if a row was selected before the new location was
  // rendered.
  const isHere = passing?.from === location.key || (state !== null && passing?.from === state.replaced)
  const passes = passing !== null && passing.rows === rows && isHere && passing.row !== settledAt
  const index = passes ? passing.row : settledAt
  const row = rows[index]
  const key = passes && row ? tyreKey(row.specs) : addressed

  const go = (to: number) => {
    if (to !== index && rows[to]) setPassing({ row: to, rows, from: location.key })
  }

  // The person has moved the table's active cell, by keyboard or mouse.
  const [followed, setFollowed] = useState(moved)
  if (followed !== moved) {
    setFollowed(moved)
    if (moved) go(moved.row)
  }

  // Once the person has stopped at a row, its tyre's URL replaces the current history entry.
  useEffect(() => {
    if (!passes) return
    const timer = setTimeout(() => {
      const query = { ...readCardQuery(location.search), why: null }
      navigate(cardPath(key, query), { replace: true, state: stateAt(location, index) })
    }, REST_MS)
    const stop = () => clearTimeout(timer)
    // The browser has navigated to another entry that is not rendered yet. Replacing that entry would reopen the card.
    window.addEventListener('popstate', stop)
    return () => {
      stop()
      window.removeEventListener('popstate', stop)
    }
  }, [passes, key, index, location, navigate])

  // Scrolls the table to the tyre's row; after a reload, the table starts at its first row.
  const grid = table?.grid
  useEffect(() => {
    if (index >= 0) grid?.current?.goTo(index)
  }, [grid, index])

  return {
    key,
    row,
    /** index of the tyre's row, from 0; −1 if the tyre is not on the displayed page */
    index,
    count: rows.length,
    /** whether the URL names the displayed tyre */
    settled: !passes,
    /** whether the person has moved to another row since the card was opened */
    walked: passing !== null,
    /** state for a history entry that replaces the current one */
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

/** Returns the index of a tyre's row, or −1. @param hint index in the URL, which distinguishes equal keys */
function indexOf(rows: readonly ReportRow[], key: string, hint = -1): number {
  const isIt = (row: ReportRow | undefined) => row !== undefined && tyreKey(row.specs) === key
  return isIt(rows[hint]) ? hint : rows.findIndex(isIt)
}
