import { ImportError } from '../errors.ts'

// Accounting programs and shops save tables as HTML or Excel 2003 XML in files named .xls, which Excel opens.

/** Minimum number of cells per row; tables with fewer are forms or layout, not price lists. */
const MIN_CELLS = 3
const MIN_ROWS = 2
/** Maximum number of merged cells; the library compares each cell with each of them. */
const MAX_MERGED = 5_000
/** Maximum number of tables in a page; each becomes a sheet. */
const MAX_TABLES = 100

const LEADING = /^(?:\ufeff|\xef\xbb\xbf)?\s*(?:<!--[\s\S]*?-->\s*|<\?[^>]*\?>\s*)*/

/** Returns true if a text begins like an HTML page. */
export function isPage(start: string): boolean {
  return /^<(?:!doctype\s+html|html[\s>]|head[\s>]|body[\s>])/i.test(start.replace(LEADING, ''))
}

/** Returns true if a text begins like a table saved as HTML or Excel 2003 XML. */
export function isTableOfExcel(start: string): boolean {
  if (isPage(start)) return true
  if (/^<(?:table|meta|style|div|center|font)[\s>]/i.test(start.replace(LEADING, ''))) {
    return /<tr[\s>][\s\S]*?<t[dh][\s>]/i.test(start)
  }
  return start.includes('urn:schemas-microsoft-com:office:spreadsheet')
}

/** Returns the tables of a page that have several columns, without layout tables around other tables. */
function wideTables(html: string): string[] {
  const tables: string[] = []
  // Only innermost tables contain data: a nested table discards the one around it.
  let start = -1
  for (const { 0: tag, index } of html.matchAll(/<\/?table(?=[\s>])/gi)) {
    const opens = !tag.startsWith('</')
    if (!opens && start !== -1) tables.push(html.slice(start, index))
    start = opens ? index : -1
  }
  if (start !== -1) tables.push(html.slice(start))
  return tables.filter(isWide).slice(0, MAX_TABLES)
}

function isWide(table: string): boolean {
  let rows = 0
  for (const row of table.split(/<tr(?=[\s>])/i)) {
    const cells = row.match(/<t[dh](?=[\s>])/gi)?.length ?? 0
    if (cells >= MIN_CELLS && ++rows >= MIN_ROWS) return true
  }
  return false
}

/** Returns true if a page may be a price list, not a sign-in form or an error page. */
export const hasWideTable = (html: string): boolean => wideTables(html).length > 0

/**
 * Returns only the tables of a page, so that nothing around them is read as a table.
 * @throws ImportError if there are none
 */
export function tablesOfPage(html: string): string {
  const tables = wideTables(html)
  if (tables.length === 0) {
    throw new ImportError(
      'Это страница HTML, а не прайс-лист: в ней нет таблицы с несколькими колонками. Верен ли адрес, не нужен ли вход?',
    )
  }
  const all = tables.map((table) => `${table}</table>`).join('\n')
  const merged = all.match(/\b(?:col|row)span\s*=\s*["']?(?!1\b)\d/gi)?.length ?? 0
  if (merged > MAX_MERGED) throw new ImportError(`В таблице больше ${MAX_MERGED} объединённых ячеек`)
  return `<html>${all}</html>`
}

/**
 * Decodes an HTML page or Excel 2003 XML with its declared encoding, or else as UTF-8 or windows-1251, whichever is
 * valid.
 */
export function decodePage(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1')
  const declared = /(?:charset|<\?xml[^>]*\sencoding)\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1]
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
  for (const encoding of [marked, declared, 'utf-8']) {
    if (encoding === undefined) continue
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The encoding is unknown or does not fit the bytes: try the next one.
    }
  }
  return new TextDecoder('windows-1251').decode(bytes)
}
