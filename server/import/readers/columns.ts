import { columnLetters } from '../../../contract/spreadsheet/column-letters.ts'
import { ImportError } from '../import-error.ts'

/** More names than this are data in the place of names. */
const MOST_COLUMNS = 10_000

/** What a reader delivers for one field; undefined where the record lacks it. Dates and truth values come as text. */
export type RawCell = string | number | undefined

/**
 * The names of a file's fields, each with its place in a record's array of cells. Records are arrays rather
 * than objects because a million of them pass by. Names are compared without letter case and outer spaces.
 */
export class Columns {
  /** as the file spells them, by place */
  readonly names: string[] = []
  /** how many places came from a header row; Infinity while any record may still bring a new field */
  headerWidth = Number.POSITIVE_INFINITY
  readonly #exact = new Map<string, number>()
  readonly #folded = new Map<string, number>()

  /** The place of a field, which is made for a name that has not been seen. */
  slot(name: string): number {
    return this.#exact.get(name) ?? this.#find(name) ?? this.append(name)
  }

  has(name: string): boolean {
    return this.#exact.has(name) || this.#folded.has(fold(name))
  }

  /** A new place even when the name is taken: of two columns with one name, the first is the one that is read. */
  append(name: string): number {
    if (this.names.length >= MOST_COLUMNS)
      throw new ImportError(`В файле больше ${MOST_COLUMNS} разных полей`)
    const place = this.names.push(name) - 1
    if (!this.#exact.has(name)) this.#exact.set(name, place)
    if (!this.#folded.has(fold(name))) this.#folded.set(fold(name), place)
    return place
  }

  /** Takes a header row: the places are then those of the table, and a record has no others. */
  setHeader(names: readonly string[]): void {
    for (const name of names) this.append(name.trim())
    this.headerWidth = names.length
  }

  #find(name: string): number | undefined {
    const place = this.#folded.get(fold(name))
    if (place !== undefined) this.#exact.set(name, place)
    return place
  }
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}

/** A, B, … Z, AA, …: how the columns of a table without a header row are called, as in a spreadsheet. */
export function spreadsheetNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => columnLetters(index))
}
