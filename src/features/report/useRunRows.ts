import { useState } from 'react'
import { rowsBefore } from './rows-before.ts'

/** Loaded page of the result set. */
interface ShownPage {
  page: number
  rows: number
  totalPages: number | null
  totalRows: number | null
  hasNext: boolean
}

interface RunRows {
  /**
   * number of rows on the pages fetched in this result set; each page counts once, however often it is viewed
   * (specification 4.14)
   */
  viewed: number
  /** number of rows on the pages before the displayed one; null if unknown */
  offset: number | null
}

const NOTHING: Readonly<{ counts: Readonly<Record<number, number>>; offset: number | null }> = {
  counts: {},
  offset: 0,
}

/**
 * Counts the rows of a result set that the user has seen.
 * @param run key of the result set; the counts of a new one start at zero
 * @param shown undefined while the page loads, which leaves the counts unchanged; null if it failed, which resets them
 * (specification 6.6)
 */
export function useRunRows(run: string, shown: ShownPage | null | undefined): RunRows {
  const [state, setState] = useState({ run, ...NOTHING })
  const before = state.run === run && shown !== null ? state : { run, ...NOTHING }
  const next = shown ? { run, ...withPage(before.counts, shown) } : before
  if (state.run !== run || next.counts !== state.counts || next.offset !== state.offset) setState(next)
  return { viewed: Object.values(next.counts).reduce((sum, count) => sum + count, 0), offset: next.offset }
}

function withPage(counts: Readonly<Record<number, number>>, shown: ShownPage) {
  const { page, rows } = shown
  const seen = counts[page] === rows ? counts : { ...counts, [page]: rows }
  return { counts: seen, offset: rowsBefore(page, { ...shown, counts: seen }) }
}
