import type { RawCell } from './columns.ts'

/** Separator between the names of a header's rows: 'Остаток / Москва'. */
const HEADER_JOINT = ' / '

/**
 * Returns the column names of a header with one or more rows. A name in an upper row also applies to the empty cells
 * on its right (merged cells), as long as a lower row has names for them.
 */
export function headerNames(rows: readonly (readonly RawCell[])[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const texts = rows.map((row) => Array.from({ length: width }, (_, at) => String(row[at] ?? '').trim()))
  const names: string[] = []
  const spread: string[] = texts.map(() => '')
  for (let at = 0; at < width; at++) {
    const parts = texts.map((row, level) => {
      const own = row[at] as string
      const below = texts.slice(level + 1).some((lower) => lower[at] !== '')
      if (own !== '') {
        // A new name in an upper row also ends the merged names of the rows below it.
        spread.fill('', level)
        spread[level] = own
        return own
      }
      return below ? (spread[level] as string) : ''
    })
    names.push(parts.filter((part, level) => part !== '' && part !== parts[level - 1]).join(HEADER_JOINT))
  }
  return names
}
