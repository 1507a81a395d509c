import { Parser } from 'htmlparser2'
import { ImportError } from '../errors.ts'
import type { Alterations } from '../remarks.ts'
import { SheetRows, type TableSheet } from './table-sheet.ts'

// Accounting programs and shops save tables as HTML or Excel 2003 XML in files named .xls, which Excel opens.

/** Minimum number of cells per row; tables with fewer are forms or layout, not price lists. */
const MIN_CELLS = 3
const MIN_ROWS = 2
/** Maximum number of tables in a page; each becomes a sheet. */
const MAX_TABLES = 100
/** Numbers of texts around the tables, and of their characters, that are kept. */
const [MAX_NOTES, NOTE_CHARS] = [50, 1_000]
const INLINE = new Set(['b', 'i', 'u', 'span', 'font', 'strong', 'em', 'a', 'small', 'sup'])
/** Number of characters at the start of a file that say what it is. */
const START_CHARS = 4_096

/** Returns true if a text begins like an HTML page. */
export function isPage(start: string): boolean {
  return /^<(?:!doctype\s+html|html[\s>]|head[\s>]|body[\s>])/i.test(afterDeclarations(start))
}

/** Returns true if a text begins like a table saved as HTML or Excel 2003 XML. */
export function isTableOfExcel(start: string): boolean {
  if (isPage(start)) return true
  if (/^<(?:table|meta|style|div|center|font)[\s>]/i.test(afterDeclarations(start))) {
    const row = start.search(/<tr[\s>]/i)
    return row !== -1 && /<t[dh][\s>]/i.test(start.slice(row))
  }
  return start.includes('urn:schemas-microsoft-com:office:spreadsheet')
}

/** Returns a text without the byte order mark, comments and XML declarations at its start. */
function afterDeclarations(text: string): string {
  let rest = text.slice(0, START_CHARS).replace(/^(?:\ufeff|\xef\xbb\xbf)/, '')
  for (;;) {
    rest = rest.trimStart()
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : ''
    const at = end === '' ? -1 : rest.indexOf(end)
    if (at === -1) return rest
    rest = rest.slice(at + end.length)
  }
}

/**
 * Returns the tables of a page that have several columns. Only innermost tables contain data: a nested table discards
 * the one around it.
 * @param most maximum number of tables that are wanted
 */
function wideTables(html: string, most = MAX_TABLES, alterations?: Alterations): TableSheet[] {
  const tables: TableSheet[] = []
  let table: SheetRows | undefined
  /** whether texts belong to a cell */
  let isInCell = false
  let text = ''
  /** struck text of the cell */
  let struck = ''
  const elements = createElements()
  const notes: string[] = []
  /** text outside cells that has not ended yet */
  let around = ''
  const endNote = () => {
    if (notes.length < MAX_NOTES && /\p{L}{2}/u.test(around)) notes.push(cleaned(around))
    around = ''
  }
  const endCell = () => {
    if (isInCell) table?.cell(withoutFormer(text, struck, alterations))
    isInCell = false
    text = ''
    struck = ''
  }
  const endTable = () => {
    endCell()
    const { rows, merged } = table?.end() ?? { rows: [], merged: [] }
    table = undefined
    const wide = rows.filter(({ cells }) => cells.length >= MIN_CELLS).length
    if (wide >= MIN_ROWS) tables.push({ name: `Sheet${tables.length + 1}`, rows, merged, notes })
    if (tables.length === most) parser.pause()
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements.open(name, attributes, isInCell)
        if (!INLINE.has(name)) endNote()
        if (name === 'table') {
          // Texts before the nested table belong to the layout.
          isInCell = false
          text = ''
          struck = ''
          table = new SheetRows()
        } else if (name === 'tr') {
          endCell()
          table?.row()
          if (table && elements.isHidden()) alterations?.add('hidden', 'строка страницы HTML')
        } else if ((name === 'td' || name === 'th') && table) {
          endCell()
          isInCell = true
          table.span(spanOf(attributes.colspan), spanOf(attributes.rowspan))
        } else if (name === 'br' && isInCell) text += '\n'
      },
      ontext(piece) {
        const words = piece.replace(/[\t\n\r\u00a0 ]+/g, ' ')
        if (isInCell) {
          if (elements.isHiddenText()) return
          if (elements.isStruck()) struck += words
          else text += words
        } else if (around.length < NOTE_CHARS) around += words
      },
      onclosetag(name) {
        elements.close()
        if (name === 'script' || name === 'style') around = ''
        else if (!INLINE.has(name)) endNote()
        if (name === 'td' || name === 'th' || name === 'tr') endCell()
        if (name === 'table') endTable()
        if ((name === 'script' || name === 'style') && isInCell) text = ''
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  // A table that never ends was cut off with its page.
  if (table && tables.length < most) endTable()
  return tables
}

type Attributes = Readonly<Record<string, string>>

const STRUCK = new Set(['s', 'del', 'strike'])

const isHiding = ({ hidden, style = '' }: Attributes): boolean =>
  hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)

const isStriking = (name: string, { style = '' }: Attributes): boolean =>
  STRUCK.has(name) || /line-through/i.test(style)

/** Follows which of the open elements hide or strike what is in them. */
function createElements() {
  let depth = 0
  /** depths of the outermost open element that hides rows, hides text of a cell, or strikes text; 0 for none */
  const since = { row: 0, text: 0, struck: 0 }
  return {
    open(name: string, attributes: Attributes, isInCell: boolean): void {
      depth++
      const isCell = name === 'td' || name === 'th'
      if (isHiding(attributes)) {
        // A hidden cell is read as a hidden column of Excel is.
        if (isInCell && !isCell && name !== 'tr') since.text ||= depth
        else if (!isCell) since.row ||= depth
      }
      if (name === 'table') {
        // Within a hidden element the rows of a table are hidden rows, not hidden text of the cell around the table.
        since.row ||= since.text
        since.text = 0
      }
      if (isStriking(name, attributes)) since.struck ||= depth
    },
    close(): void {
      for (const kind of ['row', 'text', 'struck'] as const) if (since[kind] === depth) since[kind] = 0
      depth--
    },
    isHidden: () => since.row > 0,
    isHiddenText: () => since.text > 0,
    isStruck: () => since.struck > 0,
  }
}

/** Returns the text of a cell: beside another one, struck text is that of a former price. */
function withoutFormer(text: string, struck: string, alterations: Alterations | undefined): string {
  const [value, former] = [cleaned(text), cleaned(struck)]
  if (value === '' || former === '') return value || former
  alterations?.add('struck', `${former} → ${value}`)
  return value
}

/** Returns a number of columns or rows as browsers read the attribute. */
const spanOf = (attribute: string | undefined): number =>
  Math.max(1, Number.parseInt(attribute ?? '1', 10) || 1)

/** Returns a cell's text without spaces at the ends of its lines. */
const cleaned = (text: string): string => text.replace(/ ?\n ?/g, '\n').trim()

/** Returns true if a page may be a price list, not a sign-in form or an error page. */
export const hasWideTable = (html: string): boolean => wideTables(html, 1).length > 0

/**
 * Returns only the tables of a page, so that nothing around them is read as a table.
 * @throws ImportError if there are none
 */
export function tablesOfPage(html: string, alterations?: Alterations): TableSheet[] {
  const tables = wideTables(html, MAX_TABLES, alterations)
  if (tables.length > 0) return tables
  throw new ImportError(
    'Это страница HTML, а не прайс-лист: в ней нет таблицы с несколькими колонками. Верен ли адрес, не нужен ли вход?',
  )
}

/**
 * Decodes an HTML page or Excel 2003 XML as UTF-8 if its bytes are, or else with its declared encoding or as
 * windows-1251.
 */
export function decodePage(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, START_CHARS)).toString('latin1')
  const declared = /(?:charset|<\?xml[^<>]{0,200}\sencoding)\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(
    start,
  )?.[1]
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
  for (const encoding of [marked, 'utf-8', declared]) {
    if (encoding === undefined) continue
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The encoding is unknown or does not fit the bytes: try the next one.
    }
  }
  return new TextDecoder('windows-1251').decode(bytes)
}
