/** Known facts about a result set when one of its pages is displayed. */
export interface SeenPages {
  /** rows of each fetched page, by page number */
  counts: Readonly<Record<number, number>>
  totalPages: number | null
  totalRows: number | null
  /** another page follows the displayed one */
  hasNext: boolean
}

/**
 * Returns the number of rows before a page. The server does not state its page length, so it is derived from the
 * fetched pages: all pages but the last have
 * the same length.
 * @param page the displayed one, which is among those fetched
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
