import type { ImportLimits } from '../limits.ts'
import { NO_RESULT } from '../values/text.ts'
import { boundedXml } from './bounded-xml.ts'
import type { RawCell } from './columns.ts'
import { SheetRows, type TableSheet } from './table-sheet.ts'

/**
 * Reads the sheets of Excel 2003 XML (SpreadsheetML).
 * @throws ImportError
 */
export function readSpreadsheetXml(text: string, limits: ImportLimits): TableSheet[] {
  const sheets: TableSheet[] = []
  let rows: SheetRows | undefined
  let column: number | undefined
  let type = ''
  let value = ''
  let depth = 0
  const xml = boundedXml(limits, {
    open(name, attributes) {
      const of = (local: string) => attributes[`ss:${local}`] ?? attributes[local]
      const number = (local: string) => positive(of(local))
      switch (localName(name)) {
        case 'Worksheet':
          rows = new SheetRows()
          sheets.push({ name: of('Name') ?? `Лист${sheets.length + 1}`, rows: [], merged: [] })
          break
        case 'Visible':
          value = ''
          depth++
          break
        case 'Row':
          rows?.row(number('Index'))
          break
        case 'Cell':
          column = number('Index')
          type = of('Formula') === undefined ? '' : 'Formula'
          value = ''
          rows?.span((number('MergeAcross') ?? 0) + 1, (number('MergeDown') ?? 0) + 1)
          break
        case 'Data':
          type = of('Type') ?? 'String'
          depth++
      }
    },
    text(piece) {
      if (depth > 0) value += piece
    },
    close(name) {
      switch (localName(name)) {
        case 'Data':
          depth--
          break
        case 'Visible': {
          depth--
          const sheet = sheets.at(-1)
          if (sheet) sheet.isHidden = /Hidden$/.test(value.trim())
          break
        }
        case 'Cell':
          rows?.cell(cellOf(type, value), column === undefined ? undefined : column - 1)
          break
        case 'Worksheet': {
          const sheet = sheets.at(-1)
          if (sheet && rows) Object.assign(sheet, rows.end())
          rows = undefined
        }
      }
    },
  })
  // A chunk at a time, so that the limits of texts and tags count.
  for (let at = 0; at < text.length; at += PIECE_CHARS) xml.write(text.slice(at, at + PIECE_CHARS))
  xml.end()
  return sheets
}

const PIECE_CHARS = 64 * 1024

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function positive(text: string | undefined): number | undefined {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function cellOf(type: string, text: string): RawCell {
  if (type === 'Number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
  if (type === 'Formula') return NO_RESULT
  if (type === 'DateTime') return text.slice(0, 10)
  if (type === 'Boolean') return String(text.trim() === '1')
  return text
}
