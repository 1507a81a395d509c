import { useState } from 'react'

interface Viewed {
  run: string
  counts: Readonly<Record<number, number>>
}

/**
 * Rows of the pages fetched in this run; a page counts once, however often it is looked at (decisions).
 * @param run names the run: another one starts at zero
 * @param rows of the page, undefined while it is not there
 */
export function useViewedCount(run: string, page: number, rows: number | undefined): number {
  const [viewed, setViewed] = useState<Viewed>({ run, counts: {} })
  const before = viewed.run === run ? viewed.counts : {}
  const counts = rows === undefined || before[page] === rows ? before : { ...before, [page]: rows }
  if (viewed.run !== run || counts !== viewed.counts) setViewed({ run, counts })
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
