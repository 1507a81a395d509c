import type { MergedBlock } from '../merged-blocks.ts'
import { columnOf } from './sheet-rows.ts'
import type { WorkbookZip } from './workbook-zip.ts'

const MARK = 'mergeCell '
const BLOCK = /<(?:\w{1,20}:)?mergeCell\s[^<>]{0,80}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g
/** Bytes of an element that may continue in the next piece. */
const OVERLAP = 160
/** Sheets with more blocks are damaged. */
const MAX_BLOCKS = 100_000

/** Finds a sheet's merged blocks, which the format lists behind its rows, without parsing the rows. */
export async function readMergedBlocks(zip: WorkbookZip, sheetPath: string): Promise<MergedBlock[]> {
  const found = new Map<string, MergedBlock>()
  let rest = Buffer.alloc(0)
  for await (const piece of zip.pieces(sheetPath)) {
    const start = Buffer.concat([rest, piece.subarray(0, OVERLAP)])
    const isFound =
      start.includes(MARK) || Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(MARK)
    const bytes = isFound ? Buffer.concat([rest, piece]) : start
    rest = piece.length < OVERLAP ? start.subarray(-OVERLAP) : Buffer.from(piece.subarray(-OVERLAP))
    if (!isFound) continue
    for (const [, left = '', top, right = '', bottom] of bytes.toString('latin1').matchAll(BLOCK)) {
      if (found.size >= MAX_BLOCKS) return [...found.values()]
      found.set(`${left}${top}`, {
        top: Number(top),
        bottom: Number(bottom),
        left: columnOf(left) ?? 0,
        right: columnOf(right) ?? 0,
      })
    }
  }
  return [...found.values()]
}
