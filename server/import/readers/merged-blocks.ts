import type { RawCell } from './columns.ts'
import type { MergedCell } from './reader.ts'

/** Block of merged cells; rows count from 1 and columns from 0. */
export interface MergedBlock {
  top: number
  bottom: number
  left: number
  right: number
}

/** Number of first columns in which blocks count, which bounds the work for a row. */
const MAX_COLUMNS = 512
const NONE: readonly MergedCell[] = []

interface Owner extends MergedBlock {
  value: RawCell
}

const isFilled = (cell: RawCell): boolean => cell !== undefined && cell !== ''

/**
 * Returns a function that finds the values that merged blocks give to the empty cells of a row. Rows must be given in
 * order. A row whose cells all belong to wide blocks is a heading, whose texts stay where they are.
 */
export function createMergedCells(
  blocks: readonly MergedBlock[],
): (row: number, cells: readonly RawCell[]) => readonly MergedCell[] {
  const sorted = blocks.toSorted((a, b) => a.top - b.top)
  const owners: (Owner | undefined)[] = []
  let next = 0
  let lastRow = 0

  function begin(block: MergedBlock, value: RawCell): void {
    lastRow = Math.max(lastRow, block.bottom)
    const right = Math.min(block.right, MAX_COLUMNS - 1)
    const owner = { ...block, value }
    for (let column = block.left; column <= right; column++) owners[column] = owner
  }

  return (row, cells) => {
    for (; next < sorted.length && (sorted[next] as MergedBlock).top <= row; next++) {
      const block = sorted[next] as MergedBlock
      if (block.top === row && isFilled(cells[block.left])) begin(block, cells[block.left])
    }
    if (row > lastRow) return NONE
    const isHeading = cells.every((cell, column) => {
      const owner = owners[column]
      return !isFilled(cell) || (owner?.top === row && owner.right > owner.left)
    })
    return owners.flatMap((owner, column) =>
      !owner || owner.bottom < row || isFilled(cells[column]) || (isHeading && owner.top === row)
        ? []
        : { column, value: owner.value },
    )
  }
}

/**
 * Writes the values of merged blocks into a record's cells, in place.
 * @param names names of the columns: a merged header's columns beside the first have none and stay empty
 * @param onFill called for each filled cell
 */
export function fillMerged(
  cells: RawCell[],
  merged: readonly MergedCell[],
  names: readonly string[],
  onFill?: (value: string) => void,
): void {
  for (const { column, value } of merged) {
    if ((names[column] ?? '').trim() === '') continue
    while (cells.length < column) cells.push('')
    cells[column] = value
    onFill?.(String(value))
  }
}
