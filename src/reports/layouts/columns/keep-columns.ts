import { COLUMNS_KEY } from '../../../api/stored-session.ts'
import { keptColumns } from '../kept-columns.ts'

/** @param of a report and a layout */
export function keepColumns(of: string, texts: readonly string[]): void {
  const all = keptColumns()
  all.delete(of)
  for (const text of texts) all.append(of, text)
  try {
    localStorage.setItem(COLUMNS_KEY, all.toString())
  } catch {
    // A full store: the address has them all the same.
  }
}
