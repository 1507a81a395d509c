import { useCallback, useState } from 'react'
import { type Location, useNavigate } from 'react-router-dom'
import { cardState } from '../features/report-choice/card-state.ts'
import type {
  AskedCell,
  CardLink,
  ShownTable,
  TableFeed,
  TableStore,
} from '../features/report-choice/shown-table.ts'

/** Connects the tables of reports with the cards of their tyres, whose code is loaded on demand. */
export function useTyreCards(location: Location) {
  const navigate = useNavigate()
  const [store] = useState(createStore)
  const onOpen = useCallback(
    (cell: AskedCell) => {
      import('../features/tyre/open-card.ts').then(
        ({ openCard }) => openCard(cell, location, navigate),
        () => undefined,
      )
    },
    [location, navigate],
  )
  const background = cardState(location)?.background
  const link: CardLink = { onTable: store.onTable, onMove: store.onMove, onOpen }
  return { background, table: store as TableStore, link }
}

function createStore() {
  let feed: TableFeed = { table: null, moved: null }
  const listeners = new Set<() => void>()
  const tell = (part: Partial<TableFeed>) => {
    feed = { ...feed, ...part }
    for (const listener of listeners) listener()
  }
  return {
    read: () => feed,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // The active cell is retained while the table has the same rows, because the table may be published again before
    // the card has received the move.
    onTable: (table: ShownTable | null) =>
      tell({ table, moved: table?.rows === feed.table?.rows ? feed.moved : null }),
    onMove: (row: number) => tell({ moved: { row } }),
  }
}
