import { SaxesParser } from 'saxes'
import { ImportError } from '../errors.ts'
import { type ImportLimits, limitExceeded } from '../limits.ts'
import { positionText, quoteAround, type TextPosition } from './text-position.ts'

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
const ERROR_TEXTS: readonly [pattern: RegExp, describe: (name: string) => string][] = [
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

function errorText(message: string): string {
  for (const [pattern, describe] of ERROR_TEXTS) {
    const found = pattern.exec(message)
    if (found) return describe((found[1] ?? '').replace(/\.$/, ''))
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
  let chunk = ''
  let chunkStart = 0
  let chunkPosition: TextPosition = { line: 1, column: 1 }

  // Price lists use &nbsp; in product names, though only HTML defines it.
  parser.ENTITIES.nbsp = '\u00a0'
  parser.on('error', ({ message }) => {
    throw damageOf(message)
  })
  parser.on('opentag', ({ name, attributes }) => {
    tagEnded = parser.position
    if (++depth > limits.depth) throw limitExceeded('depth', limits, `строка ${parser.line}`)
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
    const description = errorText(message)
    // For a bare '&' the parser reports the position where it gave up looking for the end of the entity.
    const bareAmpersand = /entity|unclosed/.test(message) ? chunk.search(BARE_AMPERSAND) : -1
    const at = bareAmpersand === -1 ? Math.max(0, parser.position - chunkStart - 1) : bareAmpersand
    const position =
      bareAmpersand === -1
        ? `строка ${parser.line}, знак ${parser.columnIndex}`
        : positionText(chunk, at, chunkPosition)
    return new ImportError(
      `XML повреждён (${position}): ${bareAmpersand === -1 ? description : AMPERSAND} ${quoteAround(chunk, at)}`,
      {
        cause: message,
      },
    )
  }

  return {
    write(text) {
      chunk = text
      chunkStart = parser.position
      chunkPosition = { line: parser.line, column: parser.columnIndex + 1 }
      parser.write(text)
      if (parser.position - tagEnded > limits.recordChars) {
        throw limitExceeded('recordChars', limits, `строка ${parser.line}`)
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
