import { parseCsv } from 'hucre/csv'

/** Reads the cells of a semicolon-separated CSV as text. */
export function readCsv(text: string): string[][] {
  const rows = parseCsv(text, { delimiter: ';' }) as unknown[][]
  return rows.map((row) => row.map((cell) => String(cell ?? '')))
}
