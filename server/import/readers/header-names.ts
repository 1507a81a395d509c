import type { RawCell } from './columns.ts'

/** Stands between the names of a header's rows: 'Остаток / Москва'. */
const HEADER_JOINT = ' / '

/**
 * The column names of a header of one or more rows. A name of an upper row holds for the columns to its right that have none,
 * as merged cells leave them, as long as a lower row tells them apart.
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
        // A new name of an upper row ends what lower rows had spread.
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
