import { COLUMNS_KEY } from '../../../../data/stored-session.ts'
import { keepIfRoom } from '../../../../lib/keep-if-room.ts'
import { keptColumns } from '../kept-columns.ts'

/** @param of a report and a layout */
export function keepColumns(of: string, texts: readonly string[]): void {
  const all = keptColumns()
  all.delete(of)
  for (const text of texts) all.append(of, text)
  keepIfRoom(COLUMNS_KEY, all.toString())
}
