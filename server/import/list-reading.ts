import { copyString } from '../../contract/lib/memo.ts'
import type { AccountContainer, LeftOutKind, ListAccount } from '../../contract/sources/account.ts'
import type { Remark } from '../../contract/sources/sample.ts'
import { conditionOf } from '../matching/condition.ts'
import type { RawCell } from './readers/columns.ts'

/** First rows of a sheet or file that is not read, to say what it has. */
export interface UnreadRow {
  row: number
  cells: readonly RawCell[]
}

/** File, sheet or table of a price list; those that are not read with their first rows. */
export interface FoundContainer extends Omit<AccountContainer, 'why'> {
  /** why it is not read, if that is certain; undefined to be judged by its rows */
  why?: string
  rows?: readonly UnreadRow[]
  /** first bytes of a file that is not read */
  head?: Uint8Array
}

/** Facts collected by an import, from which the account of the price list is built. */
export interface ListReading {
  containers: readonly FoundContainer[]
  /** columns of the records, and of the items of a nested list */
  columns: readonly string[]
  itemColumns: readonly string[]
  /** true if the records have no other columns */
  isTable: boolean
  /** the first records, and others evenly from the rest of the list */
  sample: readonly { line: number; cells: RawCell[]; items: RawCell[][] }[]
  /** number of tyres, of which each has offers */
  tyres: number
  left: ReadonlyMap<LeftOutKind, number>
  offers: number
  /** remarks about offers whose price another one of the list, or the usual price of the size, contradicts */
  contested: Readonly<Record<'repeated' | 'hundredfold' | 'cheap', readonly Remark[]>>
  altered: ListAccount['altered']
  /** texts beside the records: above the header, of sections, below the table, and the sheets' names */
  notes: readonly string[]
}

/** Maximum number and length of the texts beside the records that are kept. */
const [MAX_NOTES, NOTE_CHARS] = [200, 2_000]
/** A row of more texts is one of data. */
const MAX_NOTE_CELLS = 4

/**
 * Keeps the text of a row beside the records; a row of more cells is one of data.
 * @param isSection whether it is a heading; the records below it are read with the condition that it has
 */
export function addNote(notes: Set<string> | undefined, cells: readonly RawCell[], isSection = false): void {
  if (!notes || notes.size >= MAX_NOTES) return
  const texts = cells.flatMap((cell) => (typeof cell === 'string' && /\p{L}/u.test(cell) ? [cell] : []))
  if (texts.length === 0 || texts.length > MAX_NOTE_CELLS) return
  const text = texts.join(' ').slice(0, NOTE_CHARS)
  if (!isSection || conditionOf(text) === 'new') notes.add(text)
}

/** Numbers of first records, and of others, that are kept to judge columns that are not read. */
const [FIRST_RECORDS, OTHER_RECORDS] = [200, 400]

type SampledRecord = ListReading['sample'][number]

/** Collects the sample of a list's records: the first ones, and every n-th of the others. */
export function createRecordSample(): {
  list: SampledRecord[]
  add(cells: readonly RawCell[], line: number, items: readonly RawCell[][]): void
} {
  const list: SampledRecord[] = []
  let seen = 0
  let step = 1
  return {
    list,
    add(cells, line, items) {
      const at = seen++ - FIRST_RECORDS
      if (at >= 0 && at % step !== 0) return
      list.push({ cells: copied(cells), line, items: items.map(copied) })
      if (list.length < FIRST_RECORDS + OTHER_RECORDS) return
      // Keeps every second of the others, so that the sample stays even however long the list is.
      const others = list.splice(FIRST_RECORDS)
      list.push(...others.filter((_, index) => index % 2 === 0))
      step *= 2
    },
  }
}

/** Copies cells with their texts: as parts of the file's texts, those of 600 records would keep most of it in memory. */
const copied = (cells: readonly RawCell[]): RawCell[] =>
  Array.from(cells, (cell) => (typeof cell === 'string' ? copyString(cell) : cell))
