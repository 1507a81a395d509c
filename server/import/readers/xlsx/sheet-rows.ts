import { serialToDate } from 'hucre'
import { type ImportLimits, limitExceeded } from '../../limits.ts'
import { MAX_FILE_COLUMNS, type RawCell } from '../columns.ts'
import type { TakeRow } from '../reader.ts'
import type { Workbook } from './workbook.ts'
import type { WorkbookZip } from './workbook-zip.ts'
import { localName, unescaped } from './workbook-zip.ts'

interface OpenCell {
  column: number
  type: string
  isDate: boolean
}

/**
 * Reads the rows of a sheet one by one.
 * @param sharedString returns the text that a cell refers to
 * @throws ImportError
 */
export async function readSheetRows(
  zip: WorkbookZip,
  { sheetPath, dateStyles, from1904 }: Workbook,
  sharedString: (index: number) => string | undefined,
  limits: ImportLimits,
  take: TakeRow,
  onPiece: () => void,
): Promise<void> {
  let row = 0
  let cells: RawCell[] = []
  let chars = 0
  let column = 0
  let cell: OpenCell | undefined
  let text = ''
  let inText = false
  let inPhonetic = false

  const cellValue = ({ type, isDate }: OpenCell): RawCell => {
    if (type === 's') return sharedString(Number(text)) ?? ''
    if (type === 'b') return String(text === '1' || text === 'true')
    if (type === 'str' || type === 'inlineStr') return unescaped(text)
    const value = Number(text)
    if (text === '' || type === 'e' || type === 'd' || Number.isNaN(value)) return text
    return isDate ? dateOf(value, from1904) : value
  }

  await zip.parse(
    sheetPath,
    {
      open(name, attributes) {
        switch (localName(name)) {
          case 'row':
            row = Number(attributes.r ?? row + 1)
            cells = []
            chars = 0
            column = 0
            break
          case 'c':
            column = columnOf(attributes.r) ?? column
            cell = {
              column: column++,
              type: attributes.t ?? '',
              isDate: dateStyles.has(Number(attributes.s ?? -1)),
            }
            text = ''
            break
          case 'v':
          case 't':
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
            if (cell && text !== '' && cell.column < MAX_FILE_COLUMNS) {
              while (cells.length < cell.column) cells.push('')
              cells[cell.column] = cellValue(cell)
            }
            cell = undefined
            break
          case 'row':
            take(row, cells)
        }
      },
    },
    onPiece,
  )
}

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
  const date = serialToDate(serial, from1904)
  return Number.isNaN(date.getTime()) ? serial : date.toISOString().slice(0, 10)
}
