/** What is known about a run when one of its pages is shown. */
export interface SeenPages {
  /** rows of each page that was fetched, by its number */
  counts: Readonly<Record<number, number>>
  totalPages: number | null
  totalRows: number | null
  /** whether another page comes after the shown one */
  hasNext: boolean
}

/**
 * The number of rows before a page. The server decides the page length without stating it, so it is derived from the pages
 * seen: all pages but the last have the same length.
 * @param page the shown one, which is among those seen
 * @returns null if it cannot be derived yet
 */
export function rowsBefore(
  page: number,
  { counts, totalPages, totalRows, hasNext }: SeenPages,
): number | null {
  const before = Array.from({ length: page - 1 }, (_, index) => counts[index + 1])
  if (before.every((count) => count !== undefined)) return before.reduce((sum, count) => sum + count, 0)
  const last = hasNext ? page : page - 1
  const full = Object.entries(counts).filter(([number]) => Number(number) <= last)
  const lengths = new Set(full.map(([, count]) => count))
  const [length] = lengths
  if (length !== undefined) return lengths.size === 1 ? length * (page - 1) : null
  const shown = counts[page]
  return totalPages === page && totalRows !== null && shown !== undefined && totalRows >= shown
    ? totalRows - shown
    : null
}
