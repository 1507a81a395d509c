import { parseCsv } from 'hucre/csv'

/** Cells of a CSV with semicolons, all as texts. */
export function readCsv(text: string): string[][] {
  const rows = parseCsv(text, { delimiter: ';' }) as unknown[][]
  return rows.map((row) => row.map((cell) => String(cell ?? '')))
}
