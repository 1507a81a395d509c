import type { Alterations } from '../remarks.ts'
import { mayBeMarked, withoutMarks } from '../values/cell-marks.ts'
import { NO_RESULT } from '../values/text.ts'
import type { RawCell } from './columns.ts'
import type { RecordSink } from './reader.ts'
import { decodeEntities, hasBareAmpersand } from './xml-text.ts'

/** Number of first records that say which columns of a table are escaped. */
const DECIDING_RECORDS = 200
/** Minimum number of these records with an entity; a single one may be a part of a name. */
const MIN_ESCAPED = 2

/** Removes errors and text marks of spreadsheets from cells, in place. */
export function cleanCells(cells: RawCell[], alterations?: Alterations): void {
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]
    if (typeof cell !== 'string' || cell === '' || !mayBeMarked(cell)) continue
    if (cell === NO_RESULT) alterations?.add('formulas', NO_RESULT)
    const cleaned = withoutMarks(cell)
    if (!cleaned) continue
    cells[at] = cleaned.text
    alterations?.add(cleaned.rule, cell.trim())
  }
}

/** Returns the columns whose texts are escaped as in HTML: several have entities and none a plain '&'. */
export function escapedColumns(records: readonly (readonly RawCell[])[]): number[] {
  const counts = new Map<number, number>()
  for (const cells of records) {
    for (const [at, cell] of cells.entries()) {
      if (typeof cell !== 'string' || !cell.includes('&')) continue
      counts.set(at, hasBareAmpersand(cell) ? Number.NEGATIVE_INFINITY : (counts.get(at) ?? 0) + 1)
    }
  }
  return [...counts].flatMap(([at, count]) => (count >= MIN_ESCAPED ? at : []))
}

/** Decodes the entities in the given columns, in place. */
export function decodeColumns(cells: RawCell[], columns: readonly number[], alterations?: Alterations): void {
  for (const at of columns) {
    const cell = cells[at]
    if (typeof cell !== 'string' || !cell.includes('&')) continue
    const decoded = decodeEntities(cell)
    if (decoded === cell) continue
    cells[at] = decoded
    alterations?.add('entities', `${cell} → ${decoded}`)
  }
}

/**
 * Returns a sink that cleans the cells of records before it passes them on. The first records wait until `end`, which
 * must be called after the last one, or until there are enough of them to decide.
 * @param isTable true if the texts may be escaped although the format needs no escaping
 */
export function createCleaningSink(
  sink: RecordSink,
  isTable: boolean,
  alterations?: Alterations,
): RecordSink & { end(): void } {
  let columns: readonly number[] = []
  let waiting: { cells: RawCell[]; pass: () => void }[] | undefined = isTable ? [] : undefined

  function decide(): void {
    const decided = waiting ?? []
    // A sink may throw to stop the reader; nothing is passed on twice then.
    waiting = undefined
    columns = escapedColumns(decided.map(({ cells }) => cells))
    for (const { cells, pass } of decided) {
      decodeColumns(cells, columns, alterations)
      pass()
    }
  }

  function passOrWait(cells: RawCell[], pass: () => void): void {
    if (waiting && waiting.push({ cells, pass }) >= DECIDING_RECORDS) decide()
  }

  return {
    columns: sink.columns,
    itemColumns: sink.itemColumns,
    record(cells, line, items) {
      cleanCells(cells, alterations)
      if (items) for (const item of items) cleanCells(item, alterations)
      if (waiting) return passOrWait(cells, () => sink.record(cells, line, items))
      if (columns.length > 0) decodeColumns(cells, columns, alterations)
      sink.record(cells, line, items)
    },
    broken(line, reason, text) {
      if (waiting) passOrWait([], () => sink.broken(line, reason, text))
      else sink.broken(line, reason, text)
    },
    end: decide,
  }
}
