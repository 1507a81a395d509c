/** Known facts about a result set while one of its pages is displayed. */
export interface SeenPages {
  /** number of rows on each fetched page, by page number */
  counts: Readonly<Record<number, number>>
  totalPages: number | null
  totalRows: number | null
  /** whether a page follows the displayed one */
  hasNext: boolean
}

/**
 * Returns the number of rows on the pages before this one. The server does not state its page length; it is derived
 * from the fetched pages, since all pages but the last have the same length.
 * @param page number of the displayed page, which has been fetched
 * @returns null if the number cannot be derived yet
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
