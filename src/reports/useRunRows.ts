import { useState } from 'react'
import { rowsBefore } from './rows-before.ts'

/** A page of the run that is there. */
interface ShownPage {
  page: number
  rows: number
  totalPages: number | null
  totalRows: number | null
  hasNext: boolean
}

interface RunRows {
  /** rows of the pages fetched in this run; a page counts once, however often it is looked at (decisions) */
  viewed: number
  /** rows before those that are on screen; null where that is unknown */
  offset: number | null
}

/**
 * What a person has seen of a run.
 * @param run names it: another one starts at zero
 * @param shown undefined while the wanted page is not there: what is said of the one before it stays
 */
export function useRunRows(run: string, shown: ShownPage | undefined): RunRows {
  const [state, setState] = useState({
    run,
    counts: {} as Readonly<Record<number, number>>,
    offset: 0 as number | null,
  })
  const before = state.run === run ? state : { run, counts: {}, offset: 0 }
  const next = shown ? { run, ...withPage(before.counts, shown) } : before
  if (state.run !== run || next.counts !== state.counts || next.offset !== state.offset) setState(next)
  return { viewed: Object.values(next.counts).reduce((sum, count) => sum + count, 0), offset: next.offset }
}

function withPage(counts: Readonly<Record<number, number>>, shown: ShownPage) {
  const { page, rows } = shown
  const seen = counts[page] === rows ? counts : { ...counts, [page]: rows }
  return { counts: seen, offset: rowsBefore(page, { ...shown, counts: seen }) }
}
