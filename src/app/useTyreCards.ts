import { useCallback, useState } from 'react'
import { type Location, useNavigate } from 'react-router-dom'
import {
  type CardLink,
  cardState,
  type DisplayedTable,
  type FocusedCell,
  type TableFeed,
} from '../features/report-choice/displayed-table.ts'
import { createStore } from '../lib/store.ts'
import { chunks } from './pages.ts'

/** Connects the reports' tables with the tyre cards. The cards' code is loaded on demand. */
export function useTyreCards(location: Location) {
  const navigate = useNavigate()
  const [{ feed, onTable, onMove }] = useState(createFeed)
  const onOpen = useCallback(
    (cell: FocusedCell) => {
      chunks.tyre.load().then(
        ({ openCard }) => openCard(cell, location, navigate),
        () => undefined,
      )
    },
    [location, navigate],
  )
  const background = cardState(location)?.background
  const link: CardLink = { onTable, onMove, onOpen }
  return { background, table: feed, link }
}

function createFeed() {
  const feed = createStore<TableFeed>({ table: null, moved: null })
  return {
    feed,
    // Retains the last move if the table reports the same rows again, because the card may not have rendered it yet.
    onTable: (table: DisplayedTable | null) =>
      feed.set({ table, moved: table?.rows === feed.get().table?.rows ? feed.get().moved : null }),
    onMove: (row: number) => feed.set({ ...feed.get(), moved: { row } }),
  }
}
