import { type ImportLimits, limitExceeded } from '../../limits.ts'
import type { Alterations } from '../../remarks.ts'
import { NO_RESULT } from '../../values/text.ts'
import { MAX_FILE_COLUMNS, type RawCell } from '../columns.ts'
import { createMergedCells, type MergedBlock } from '../merged-blocks.ts'
import type { TakeRow } from '../reader.ts'
import { asShown, dateOfSerial } from '../shown-formats.ts'
import type { Workbook } from './workbook.ts'
import { localName, unescaped, type WorkbookZip } from './workbook-zip.ts'

interface OpenCell {
  column: number
  type: string
  style: number
  isFormula: boolean
  hasValue: boolean
}

interface SheetReading {
  merged?: readonly MergedBlock[]
  alterations?: Alterations | undefined
}

/**
 * Reads the rows of a sheet one by one.
 * @param sharedString returns the text that a cell refers to
 * @throws ImportError
 */
export async function readSheetRows(
  zip: WorkbookZip,
  { sheetPath, dateStyles, shownStyles, from1904 }: Workbook,
  sharedString: (index: number) => string | undefined,
  limits: ImportLimits,
  take: TakeRow,
  onPiece: () => void,
  { merged, alterations }: SheetReading = {},
): Promise<void> {
  const mergedCells = merged && createMergedCells(merged)
  let row = 0
  let cells: RawCell[] = []
  let chars = 0
  let column = 0
  let cell: OpenCell | undefined
  let text = ''
  let inText = false
  let inPhonetic = false

  const cellValue = ({ type, style }: OpenCell): RawCell => {
    if (type === 's') return sharedString(Number(text)) ?? ''
    if (type === 'b') return String(text === '1' || text === 'true')
    if (type === 'str' || type === 'inlineStr') return unescaped(text)
    const value = Number(text)
    if (text === '' || type === 'e' || type === 'd' || Number.isNaN(value)) return text
    if (dateStyles.has(style)) return dateOf(value, from1904)
    return asShown(value, shownStyles.get(style), alterations)
  }

  await zip.parse(
    sheetPath,
    {
      open(name, attributes) {
        switch (localName(name)) {
          case 'row':
            row = Number(attributes.r ?? row + 1)
            if (attributes.hidden === '1' || attributes.hidden === 'true')
              alterations?.add('hidden', `строка ${row}`)
            cells = []
            chars = 0
            column = 0
            break
          case 'c':
            column = columnOf(attributes.r) ?? column
            cell = {
              column: column++,
              type: attributes.t ?? '',
              style: Number(attributes.s ?? -1),
              isFormula: false,
              hasValue: false,
            }
            text = ''
            break
          case 'f':
            if (cell) cell.isFormula = true
            break
          case 'v':
          case 't':
            if (cell) cell.hasValue = true
            inText = !inPhonetic
            break
          case 'rPh':
            inPhonetic = true
        }
      },
      text(piece) {
        if (!inText || !cell) return
        text += piece
        chars += piece.length
        if (chars > limits.recordChars) throw limitExceeded('recordChars', limits, `строка ${row}`)
      },
      close(name) {
        switch (localName(name)) {
          case 'v':
          case 't':
            inText = false
            break
          case 'rPh':
            inPhonetic = false
            break
          case 'c':
            if (cell && cell.column < MAX_FILE_COLUMNS && (text !== '' || isUnknown(cell))) {
              while (cells.length < cell.column) cells.push('')
              cells[cell.column] = text === '' ? NO_RESULT : cellValue(cell)
            }
            cell = undefined
            break
          case 'row':
            take(row, cells, mergedCells?.(row, cells) ?? [])
        }
      },
    },
    onPiece,
  )
}

/** Returns true for a formula whose result the program that wrote the file did not store. */
const isUnknown = ({ isFormula, hasValue }: OpenCell): boolean => isFormula && !hasValue

/** Returns the column index of a cell reference: 'AB12' → 27; undefined if it is missing. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) & ~32) - 64
    if (letter < 1 || letter > 26 || column > MAX_FILE_COLUMNS) break
    column = column * 26 + letter
  }
  return column === 0 ? undefined : column - 1
}

/** Returns YYYY-MM-DD; the number itself if it is not a valid date. */
function dateOf(serial: number, from1904: boolean): RawCell {
  const date = dateOfSerial(serial, from1904)
  return Number.isNaN(date.getTime()) ? serial : date.toISOString().slice(0, 10)
}

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
