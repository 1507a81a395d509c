import { SaxesParser } from 'saxes'
import { ImportError } from '../import-error.ts'
import { beyond, type ImportLimits } from '../limits.ts'

/** What a document's parser is told, in the order of the document. */
export interface XmlEvents {
  open(name: string, attributes: Record<string, string>): void
  /** may come in pieces */
  text(text: string): void
  close(name: string): void
}

export interface BoundedXml {
  write(text: string): void
  end(): void
  /** from 1 */
  readonly line: number
  /** characters before the present one */
  readonly position: number
}

/**
 * Parses XML of any size with bounded memory: elements nest to a depth, and neither a text nor a tag goes on for ever. DTD entities
 * are not expanded, which rules out entity bombs.
 * @throws ImportError from `write` and `end`
 */
export function boundedXml(limits: ImportLimits, events: XmlEvents): BoundedXml {
  const parser = new SaxesParser()
  let depth = 0
  let tagEnded = 0

  // Price lists use it in product names, though only HTML defines it.
  parser.ENTITIES.nbsp = '\u00a0'
  parser.on('error', (error) => {
    throw new ImportError(`XML повреждён (строка ${parser.line})`, { cause: error })
  })
  parser.on('opentag', ({ name, attributes }) => {
    tagEnded = parser.position
    if (++depth > limits.depth) throw beyond('depth', limits, `строка ${parser.line}`)
    events.open(name, attributes)
  })
  parser.on('text', (text) => events.text(text))
  parser.on('cdata', (text) => events.text(text))
  parser.on('closetag', ({ name }) => {
    tagEnded = parser.position
    depth--
    events.close(name)
  })

  return {
    write(text) {
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
