import type { Columns, RawCell } from '../readers/columns.ts'
import { textOf } from './source.ts'

const normalised = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Minimum number of cells equal to their columns' names; a single one is a coincidence. */
const MIN_EQUAL_CELLS = 2
const MIN_SHARE = 0.6

/**
 * Returns a function that recognises rows repeating the table's header, or a row of it, as on printed pages; 'other' if
 * one of its names stands above another column, or is another one. Documents have no header.
 */
export function repeatedHeader({
  names,
  headerWidth,
}: Columns): (cells: readonly RawCell[]) => 'same' | 'other' | undefined {
  if (headerWidth === Number.POSITIVE_INFINITY) return () => undefined
  const titles = names
    .slice(0, headerWidth)
    .map((name) => new Set([name, ...name.split(' / ')].map(normalised)))
  const all = new Set(titles.flatMap((title) => [...title]))
  return (cells) => {
    const filled = titles
      .map((title, at) => ({ title, text: normalised(textOf(cells[at])) }))
      .filter(({ text }) => text !== '')
    const same = filled.filter(({ title, text }) => title.has(text)).length
    const known = filled.filter(({ text }) => all.has(text)).length
    if (known < MIN_EQUAL_CELLS || known < filled.length * MIN_SHARE) return undefined
    return same === filled.length ? 'same' : 'other'
  }
}
