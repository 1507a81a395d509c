/** Characters that are quoted on each side of a position. */
const QUOTE_CHARS = 30
const MARK = '▸'

/** Position of a text within its file. */
export interface TextPosition {
  /** from 1 */
  line: number
  /** from 1 */
  column: number
}

const FILE_START: TextPosition = { line: 1, column: 1 }

/** Describes a position for people: 'строка 3, знак 15'. */
export function positionText(text: string, at: number, { line, column }: TextPosition = FILE_START): string {
  const before = text.slice(0, at).split('\n')
  const last = before.at(-1)?.length ?? 0
  return before.length === 1
    ? `строка ${line}, знак ${column + last}`
    : `строка ${line + before.length - 1}, знак ${last + 1}`
}

/** Quotes the text around a position on one line, with a mark at the position. */
export function quoteAround(text: string, at: number): string {
  const oneLine = (part: string) => part.replace(/\s+/g, ' ')
  const before = oneLine(text.slice(Math.max(0, at - QUOTE_CHARS), at))
  const behind = oneLine(text.slice(at, at + QUOTE_CHARS))
  return `«${at > QUOTE_CHARS ? '…' : ''}${before}${MARK}${behind}${at + QUOTE_CHARS < text.length ? '…' : ''}»`
}
