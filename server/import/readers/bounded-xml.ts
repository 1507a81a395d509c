import { SaxesParser } from 'saxes'
import { ImportError } from '../errors.ts'
import { type ImportLimits, limitExceeded } from '../limits.ts'
import type { Alterations } from '../remarks.ts'
import { positionText, quoteAround, type TextPosition } from './text-position.ts'
import { HTML_ENTITIES } from './xml-text.ts'

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
/** Reference to a character; anything else after an ampersand is text. */
const REFERENCE = /&(?:[a-z][a-z\d]{0,30}|#(\d{1,7})|#x([\da-f]{1,6}));/iy
const UNFINISHED = /&#?[a-z\d]{0,31}$/i
const MAX_REFERENCE_LENGTH = 33
/** Characters that XML forbids. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/
/** Faults after which the parser goes on with the text as it is. */
const HARMLESS = /malformed character entity|disallowed in char data/

/** Returns the parser's state, which its types hide. */
const stateOf = (parser: SaxesParser): number => (parser as unknown as { state: number }).state

function stateAfter(text: string): number {
  const parser = new SaxesParser()
  parser.write(text)
  return stateOf(parser)
}

/** States in which an ampersand begins a reference: not in CDATA, comments and declarations. */
const TEXT_STATES = new Set([stateAfter('<a>b'), stateAfter('<a b="c'), stateAfter("<a b='c")])

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

const isForbidden = (decimal: string | undefined, hex: string | undefined): boolean =>
  FORBIDDEN.test(
    String.fromCharCode(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)),
  )

/**
 * Parses XML of any size with bounded memory: nesting depth and the lengths of texts and tags are limited. DTD
 * entities are not expanded, which rules out entity bombs. Bare ampersands, entities of HTML and control characters are
 * repaired.
 * @param alterations counts the repairs
 * @throws ImportError from `write` and `end`
 */
export function boundedXml(limits: ImportLimits, events: XmlEvents, alterations?: Alterations): BoundedXml {
  const parser = new SaxesParser()
  let depth = 0
  let tagEnded = 0
  let hasDoctype = false
  let chunk = ''
  let chunkPosition: TextPosition = { line: 1, column: 1 }
  /** number of characters given to the parser, whose own position is right only while it parses */
  let parsed = 0
  /** where the part that the parser works on begins in the chunk, and the parser's position there */
  let part = { at: 0, position: 0 }
  /** reference whose end is in the next chunk */
  let held = ''

  const place = () => part.at + Math.max(0, parser.position - part.position - 1)
  const repaired = (at: number) => alterations?.add('repaired', quoteAround(chunk, at))

  // Price lists use entities in product names that only HTML defines.
  for (const [name, character] of Object.entries(HTML_ENTITIES)) {
    if (name in parser.ENTITIES) continue
    Object.defineProperty(parser.ENTITIES, name, {
      get() {
        repaired(place())
        return character
      },
    })
  }
  parser.on('error', ({ message }) => {
    const isControl = /: disallowed character\.$/.test(message) && FORBIDDEN.test(chunk.charAt(place()))
    // The definitions of a document's own entities are not read, so its texts are unknown.
    const isUnknown = /undefined entity/.test(message) && !hasDoctype
    if (!isControl && !isUnknown && !HARMLESS.test(message)) throw damageOf(message)
    repaired(place())
  })
  parser.on('doctype', () => {
    hasDoctype = true
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
    const at = place()
    return new ImportError(
      `XML повреждён (${positionText(chunk, at, chunkPosition)}): ${errorText(message)} ${quoteAround(chunk, at)}`,
      { cause: message },
    )
  }

  function parse(text: string, at: number): void {
    part = { at, position: parsed }
    parsed += text.length
    if (text !== '') parser.write(text)
  }

  /** Parses the chunk, in which each ampersand that begins no reference is escaped. */
  function parseRepaired(): void {
    let from = 0
    for (let at = chunk.indexOf('&'); at !== -1; at = chunk.indexOf('&', at + 1)) {
      REFERENCE.lastIndex = at
      const [reference, decimal, hex] = REFERENCE.exec(chunk) ?? []
      const isControl = (decimal ?? hex) !== undefined && isForbidden(decimal, hex)
      if (reference !== undefined && !isControl) continue
      parse(chunk.slice(from, at), from)
      const isText = TEXT_STATES.has(stateOf(parser))
      if (isText) repaired(at)
      if (!isText) parse('&', at)
      else if (reference === undefined) parse('&amp;', at)
      from = at + (isText ? (reference?.length ?? 1) : 1)
    }
    parse(from === 0 ? chunk : chunk.slice(from), from)
  }

  return {
    write(text) {
      chunk = held + text
      held = UNFINISHED.exec(chunk.slice(-MAX_REFERENCE_LENGTH))?.[0] ?? ''
      if (held !== '') chunk = chunk.slice(0, -held.length)
      chunkPosition = { line: parser.line, column: parser.columnIndex + 1 }
      parseRepaired()
      if (parsed - tagEnded > limits.recordChars) {
        throw limitExceeded('recordChars', limits, `строка ${parser.line}`)
      }
    },
    end() {
      chunk += held
      parse(held.replace('&', '&amp;'), chunk.length - held.length)
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
