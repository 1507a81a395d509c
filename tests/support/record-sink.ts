import { Columns, type RawCell } from '../../server/import/readers/columns.ts'
import type { RecordSink } from '../../server/import/readers/reader.ts'

/** A record as tests compare it: the non-empty fields by name. */
interface Seen {
  line: number
  fields: Record<string, RawCell>
  items?: Record<string, RawCell>[]
}

/** Collects everything that a reader emits. */
export interface TestSink extends RecordSink {
  seen: Seen[]
  bad: { line: number; reason: string; text: string }[]
}

export function createTestSink(): TestSink {
  const columns = new Columns()
  const itemColumns = new Columns()
  const seen: Seen[] = []
  const bad: TestSink['bad'] = []
  return {
    columns,
    itemColumns,
    seen,
    bad,
    record(cells, line, items) {
      const fields = byName(cells, columns)
      seen.push(
        items ? { line, fields, items: items.map((item) => byName(item, itemColumns)) } : { line, fields },
      )
    },
    broken(line, reason, text) {
      bad.push({ line, reason, text })
    },
  }
}

function byName(cells: readonly RawCell[], { names }: Columns): Record<string, RawCell> {
  const fields: Record<string, RawCell> = {}
  for (const [i, cell] of cells.entries()) {
    if (cell !== undefined && cell !== '') fields[names[i] as string] = cell
  }
  return fields
}
