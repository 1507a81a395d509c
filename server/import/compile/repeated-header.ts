import type { Columns, RawCell } from '../readers/columns.ts'
import { textOf } from './source.ts'

const normalised = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Minimum number of cells equal to their columns' names; a single one is a coincidence. */
const MIN_EQUAL_CELLS = 2
const MIN_SHARE = 0.6

/**
 * Returns a function that recognises rows repeating the table's header, or a row of it, as on printed pages.
 * Documents have no header.
 */
export function repeatedHeader({ names, headerWidth }: Columns): (cells: readonly RawCell[]) => boolean {
  if (headerWidth === Number.POSITIVE_INFINITY) return () => false
  const titles = names
    .slice(0, headerWidth)
    .map((name) => new Set([name, ...name.split(' / ')].map(normalised)))
  return (cells) => {
    const filled = titles
      .map((title, at) => ({ title, text: normalised(textOf(cells[at])) }))
      .filter(({ text }) => text !== '')
    const same = filled.filter(({ title, text }) => title.has(text)).length
    return same >= MIN_EQUAL_CELLS && same >= filled.length * MIN_SHARE
  }
}
