const QUOTE = 34
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Row that contains quotes, with its end. */
export interface QuotedRow {
  cells: string[]
  /** start of the next row */
  next: number
  /** number of line breaks inside quotes */
  lineFeeds: number
}

/**
 * Parses the row at `start` by RFC 4180: a quoted field may contain the delimiter, line breaks and doubled quotes. A
 * quote inside an unquoted field is a plain character (22" wheel).
 * @param atEnd whether the text ends with the file
 * @returns null if the row does not end within the text
 */
export function parseQuotedRow(
  text: string,
  start: number,
  delimiter: string,
  atEnd: boolean,
): QuotedRow | null {
  const cells: string[] = []
  const delimiterCode = delimiter.charCodeAt(0)
  let lineFeeds = 0
  let at = start
  for (;;) {
    let cell = ''
    if (text.charCodeAt(at) === QUOTE) {
      const close = closingQuote(text, at + 1)
      if (close === -1) return null
      if (close === text.length - 1 && !atEnd) return null
      cell = text.slice(at + 1, close)
      if (/[\r\n]/.test(cell)) lineFeeds += cell.split(/\r\n?|\n/).length - 1
      if (cell.includes('"')) cell = cell.replaceAll('""', '"')
      at = close + 1
    }
    const from = at
    let code = text.charCodeAt(at)
    while (at < text.length && code !== delimiterCode && code !== LINE_FEED && code !== CARRIAGE_RETURN)
      code = text.charCodeAt(++at)
    // A carriage return at the end may be followed by a line feed.
    if (at >= text.length - (code === CARRIAGE_RETURN ? 1 : 0) && !atEnd) return null
    cells.push(at > from ? cell + text.slice(from, at) : cell)
    if (at >= text.length || code !== delimiterCode) {
      const isPair = code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED
      return { cells, next: at + (isPair ? 2 : 1), lineFeeds }
    }
    at++
  }
}

/** @returns -1 if the text has no closing quote */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2)
  return at
}
