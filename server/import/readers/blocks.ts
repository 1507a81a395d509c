import { type ImportLimits, limitExceeded, USUAL_LIMITS } from '../limits.ts'
import type { RawCell } from './columns.ts'

/** Columns of one of several tables beside each other, by their numbers from 1. */
export interface Block {
  from: number
  to: number
}

type TakeRecord = (cells: RawCell[], line: number) => void

export type Blocks = ReturnType<typeof createBlocks>

const isFilled = (cell: RawCell): boolean => cell !== undefined && String(cell).trim() !== ''

/**
 * Reads tables beside each other one below the other. A title above a table comes as a row of its own, like the heading
 * of a section.
 */
export function createBlocks(
  blocks: readonly Block[],
  take: TakeRecord,
  limits: ImportLimits = USUAL_LIMITS,
) {
  const later: { cells: RawCell[]; line: number }[][] = blocks.map(() => [])
  let titles: RawCell[] = []
  let line = 0
  let stored = 0
  let isTitled = false

  const partOf = (cells: readonly RawCell[], { from, to }: Block): RawCell[] =>
    Array.from({ length: to - from + 1 }, (_, at) => cells[from - 1 + at] ?? '')
  const takeTitle = (at: number) => {
    const title = titles[at]
    const [{ from, to }] = blocks as [Block, ...Block[]]
    if (title !== undefined && title !== '') take([title, ...Array<RawCell>(to - from).fill('')], line)
  }

  return {
    /** Takes a row above the header: its texts are the tables' titles. */
    above(cells: readonly RawCell[]): void {
      line++
      const found = blocks.map((block) => partOf(cells, block).find(isFilled) ?? '')
      // A row that titles only the first table is the title of the whole list.
      if (found.slice(1).some(isFilled)) titles = found
    },
    /** Returns the first table's part of the header, which is that of all. */
    header: (names: readonly string[]) => names.slice((blocks[0] as Block).from - 1, (blocks[0] as Block).to),
    /** Delivers the first table's part of a row, and stores those of the others. */
    row(cells: readonly RawCell[], at: number): void {
      if (!isTitled) takeTitle(0)
      isTitled = true
      for (const [i, block] of blocks.entries()) {
        const part = partOf(cells, block)
        if (!part.some(isFilled)) continue
        if (i === 0) {
          take(part, at)
          continue
        }
        if (++stored > limits.records) throw limitExceeded('records', limits)
        later[i]?.push({ cells: part, line: at })
      }
    },
    /** Delivers the rows of the other tables. */
    end(): void {
      for (const [i, rows] of later.entries()) {
        if (rows.length > 0) takeTitle(i)
        for (const row of rows) take(row.cells, row.line)
      }
    },
  }
}
