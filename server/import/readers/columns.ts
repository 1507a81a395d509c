import { columnLetters } from '../../../contract/spreadsheet/column-letters.ts'
import { ImportError } from '../errors.ts'
import { type ImportLimits, limitExceeded, USUAL_LIMITS } from '../limits.ts'

/** Maximum number of column names; a file with more has data instead of names. */
export const MAX_FILE_COLUMNS = 10_000
const TOO_MANY = `В файле больше ${MAX_FILE_COLUMNS} разных полей`

/**
 * Value of a field as a reader delivers it; undefined if the record has no such field. Dates and booleans are text.
 */
export type RawCell = string | number | undefined

/**
 * Names of a file's fields, each with its index in the records' arrays of cells. Records are arrays instead of
 * objects because there may be a million of them. Names are compared ignoring case and surrounding spaces.
 */
export class Columns {
  /** names by index, as spelled in the file */
  readonly names: string[] = []
  /** number of columns in the header row; Infinity without a header, when any record may add a field */
  headerWidth = Number.POSITIVE_INFINITY
  readonly #limits: ImportLimits
  readonly #exact = new Map<string, number>()
  readonly #folded = new Map<string, number>()

  constructor(limits: ImportLimits = USUAL_LIMITS) {
    this.#limits = limits
  }

  /** Returns the index of a field; allocates one for a new name. */
  slot(name: string): number {
    return this.#exact.get(name) ?? this.#find(name) ?? this.append(name)
  }

  has(name: string): boolean {
    return this.#exact.has(name) || this.#folded.has(nameKey(name))
  }

  /** Allocates an index even if the name exists already: of two columns with one name, the first is read. */
  append(name: string): number {
    if (this.names.length >= MAX_FILE_COLUMNS) throw new ImportError(TOO_MANY)
    if (name.length > this.#limits.nameChars)
      throw limitExceeded('nameChars', this.#limits, `${name.slice(0, 60)}…`)
    const index = this.names.push(name) - 1
    if (!this.#exact.has(name)) this.#exact.set(name, index)
    if (!this.#folded.has(nameKey(name))) this.#folded.set(nameKey(name), index)
    return index
  }

  /**
   * Sets the columns from a header; records then have no others. A column without a name gets the spreadsheet's
   * letters, and duplicate names are numbered: 'Цена', 'Цена (2)'.
   */
  setHeader(names: readonly string[]): void {
    if (names.length > MAX_FILE_COLUMNS) throw new ImportError(TOO_MANY)
    const seen = new Map<string, number>()
    for (const [index, text] of names.entries()) {
      const name = text.trim() || columnLetters(index)
      const times = (seen.get(nameKey(name)) ?? 0) + 1
      seen.set(nameKey(name), times)
      this.append(times === 1 ? name : `${name} (${times})`)
    }
    this.headerWidth = names.length
  }

  #find(name: string): number | undefined {
    const index = this.#folded.get(nameKey(name))
    // Bounds the cache, since a file may spell a name in any number of ways.
    if (index !== undefined && this.#exact.size < 2 * MAX_FILE_COLUMNS) this.#exact.set(name, index)
    return index
  }
}

function nameKey(name: string): string {
  return name.trim().toLowerCase()
}

/** Returns spreadsheet names for the columns of a table without a header row: A, B, … Z, AA, … */
export function spreadsheetNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => columnLetters(index))
}

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
