import { SaxesParser } from 'saxes'
import { ImportError } from '../import-error.ts'
import { beyond, type ImportLimits } from '../limits.ts'
import { around, placeIn, type TextStart } from './text-place.ts'

/** Callbacks of the parser, in document order. */
export interface XmlEvents {
  open(name: string, attributes: Record<string, string>): void
  /**
   * A text may arrive in several calls.
   * @param isRaw true for CDATA, which arrives as a whole
   */
  text(text: string, isRaw?: boolean): void
  close(name: string): void
}

export interface BoundedXml {
  write(text: string): void
  end(): void
  /** current line, from 1 */
  readonly line: number
  /** number of characters parsed so far */
  readonly position: number
}

const AMPERSAND = 'знак & пишут как &amp;'
const BARE_AMPERSAND = /&(?!#?\w{1,10};)/

/** Russian descriptions of the parser's error messages. */
const KNOWN: readonly [said: RegExp, told: (name: string) => string][] = [
  [/unclosed tag: (.+)/, (name) => `не закрыт элемент «${name}»`],
  [/unexpected close tag|unmatched closing tag/, () => 'закрывается не тот элемент, который открыт'],
  [
    /disallowed character in entity name|undefined entity|malformed character entity|empty entity name/,
    () => AMPERSAND,
  ],
  [/unescaped '<'|disallowed character in tag name|unencoded </, () => 'знак < пишут как &lt;'],
  [
    /unquoted attribute value|attribute without value|no whitespace between attributes/,
    () => 'значение атрибута не в кавычках',
  ],
  [/duplicate attribute: (.+)/, (name) => `атрибут «${name}» повторяется`],
  [/disallowed character/, () => 'недопустимый знак'],
  [
    /text data outside of root node|documents may contain only one root/,
    () => 'текст вне корневого элемента',
  ],
  [/unclosed|unexpected end/, () => 'файл обрывается'],
]

function inWords(message: string): string {
  for (const [said, told] of KNOWN) {
    const found = said.exec(message)
    if (found) return told((found[1] ?? '').replace(/\.$/, ''))
  }
  return 'нарушено строение документа'
}

/**
 * Parses XML of any size with bounded memory: nesting depth and the lengths of texts and tags are limited. DTD
 * entities are not expanded, which rules out entity bombs.
 * @throws ImportError from `write` and `end`
 */
export function boundedXml(limits: ImportLimits, events: XmlEvents): BoundedXml {
  const parser = new SaxesParser()
  let depth = 0
  let tagEnded = 0
  let piece = ''
  let pieceStart = 0
  let pieceAt: TextStart = { line: 1, column: 1 }

  // Price lists use &nbsp; in product names, though only HTML defines it.
  parser.ENTITIES.nbsp = '\u00a0'
  parser.on('error', ({ message }) => {
    throw damageOf(message)
  })
  parser.on('opentag', ({ name, attributes }) => {
    tagEnded = parser.position
    if (++depth > limits.depth) throw beyond('depth', limits, `строка ${parser.line}`)
    events.open(name, attributes)
  })
  parser.on('text', (text) => events.text(text))
  parser.on('cdata', (text) => events.text(text, true))
  parser.on('closetag', ({ name }) => {
    tagEnded = parser.position
    depth--
    events.close(name)
  })

  function damageOf(message: string): ImportError {
    const told = inWords(message)
    // The parser reports the place where it stopped looking for the end of an entity, which may be far behind the
    // '&'.
    const bare = /entity|unclosed/.test(message) ? piece.search(BARE_AMPERSAND) : -1
    const at = bare === -1 ? Math.max(0, parser.position - pieceStart - 1) : bare
    const place =
      bare === -1 ? `строка ${parser.line}, знак ${parser.columnIndex}` : placeIn(piece, at, pieceAt)
    return new ImportError(
      `XML повреждён (${place}): ${bare === -1 ? told : AMPERSAND} ${around(piece, at)}`,
      {
        cause: message,
      },
    )
  }

  return {
    write(text) {
      piece = text
      pieceStart = parser.position
      pieceAt = { line: parser.line, column: parser.columnIndex + 1 }
      parser.write(text)
      if (parser.position - tagEnded > limits.recordChars) {
        throw beyond('recordChars', limits, `строка ${parser.line}`)
      }
    },
    end() {
      parser.close()
    },
    get line() {
      return parser.line
    },
    get position() {
      return parser.position
    },
  }
}
