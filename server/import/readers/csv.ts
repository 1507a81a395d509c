import { ImportError } from '../errors.ts'
import { limitExceeded, USUAL_LIMITS } from '../limits.ts'
import { addNote } from '../list-reading.ts'
import { createBlocks } from './blocks.ts'
import { headerNames, spreadsheetNames } from './columns.ts'
import type { RecordOptions, RecordSink, TextReader } from './reader.ts'

/** Possible delimiters of CSV, most likely first. */
export const DELIMITERS = [';', '\t', ',', '|']

/** Reads CSV. Lines without quotes are simply split, which makes large files fast (decision 16). */
export function csvReader(options: RecordOptions, sink: RecordSink): TextReader {
  const { limits = USUAL_LIMITS, header: headerRow = 1, headerRows = 1 } = options
  const lastHeaderRow = headerRow === 0 ? 0 : headerRow + headerRows - 1
  const header: string[][] = []
  const blocks = options.blocks && createBlocks(options.blocks, (cells, at) => sink.record(cells, at), limits)
  let delimiter = options.delimiter ?? ''
  let rest = ''
  let line = 1
  let row = 0
  // Deliberately declared outside takeRows: for a local variable, V8 moves the search into the loop and repeats it
  // for each row.
  let quote = -1
  let lineFeed = -1
  let carriageReturn = -1

  function take(cells: string[], at: number): void {
    row++
    if (row <= lastHeaderRow) {
      if (row >= headerRow) header.push(cells)
      else {
        addNote(options.notes, cells)
        blocks?.above(cells)
      }
      if (row === lastHeaderRow) {
        const names = headerNames(header)
        sink.columns.setHeader(blocks?.header(names) ?? names)
      }
      return
    }
    if (row === 1) sink.columns.setHeader(spreadsheetNames(cells.length))
    const blank = cells.length === 1 && cells[0] === ''
    if (blank) return
    if (blocks) blocks.row(cells, at)
    else if (fits(cells, sink.columns.headerWidth)) sink.record(cells, at)
    else sink.broken(at, 'полей больше, чем колонок', cells.join(delimiter))
  }

  /** Consumes complete rows and returns where the first incomplete one begins. */
  function takeRows(text: string, atEnd: boolean): number {
    let start = 0
    quote = text.indexOf('"')
    lineFeed = text.indexOf('\n')
    carriageReturn = text.indexOf('\r')
    while (start < text.length) {
      if (lineFeed !== -1 && lineFeed < start) lineFeed = text.indexOf('\n', start)
      if (carriageReturn !== -1 && carriageReturn < start) carriageReturn = text.indexOf('\r', start)
      let end = lineFeed
      if (carriageReturn !== -1 && (end === -1 || carriageReturn < end - 1)) {
        // The next piece may begin with the line feed of this line end.
        if (carriageReturn === text.length - 1 && !atEnd) break
        end = carriageReturn
      } else if (end === -1) {
        if (!atEnd) break
        end = text.length
      }
      if (delimiter === '' && row + 1 >= headerRow) delimiter = likeliestDelimiter(text.slice(start, end))
      if (quote !== -1 && quote < start) quote = text.indexOf('"', start)
      if (quote === -1 || quote > end) {
        take(
          text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end).split(delimiter || ';'),
          line++,
        )
        start = end + 1
      } else {
        const quoted = parseQuotedRow(text, start, delimiter || ';', atEnd)
        if (!quoted) break
        take(quoted.cells, line)
        line += 1 + quoted.lineFeeds
        start = quoted.next
      }
    }
    return Math.min(start, text.length)
  }

  return {
    push(text) {
      const all = rest + text
      rest = all.slice(takeRows(all, false))
      if (rest.length > limits.recordChars) {
        throw limitExceeded('recordChars', limits, `строка ${line}: вероятно, не закрыта кавычка`)
      }
    },
    end() {
      if (takeRows(rest, true) < rest.length) {
        throw new ImportError(`CSV обрывается: кавычка в строке ${line} не закрыта`)
      }
      blocks?.end()
      if (row < lastHeaderRow) throw new ImportError(`В CSV нет строки заголовка (строка ${lastHeaderRow})`)
    },
  }
}

/** Trims empty fields beyond the header; returns false if a surplus field is not empty. */
function fits(cells: string[], width: number): boolean {
  if (cells.length <= width) return true
  const empty = cells.slice(width).every((cell) => cell.trim() === '')
  if (empty) cells.length = width
  return empty
}

/** Returns the delimiter that is most frequent in the row outside quotes. */
function likeliestDelimiter(row: string): string {
  const bare = row.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string
}

const QUOTE = 34
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Row that contains quotes, with its end. */
interface QuotedRow {
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
function parseQuotedRow(text: string, start: number, delimiter: string, atEnd: boolean): QuotedRow | null {
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
