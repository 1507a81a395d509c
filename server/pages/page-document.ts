import { TextDecoder } from 'node:util'
import { DomHandler, type Element, hasChildren, isText } from 'domhandler'
import { Parser } from 'htmlparser2'
import { ImportError } from '../import/errors.ts'

/** A parsed page. */
export interface PageDocument {
  /** all elements, in document order */
  elements: readonly Element[]
}

/** Number of bytes at the start of a page that are searched for its encoding. */
const HEAD_BYTES = 4_096
/** Deeper elements are flattened; a page that nests deeper than the second limit is refused. */
const MAX_DEPTH = 200
const REFUSED_DEPTH = 2_000
const MAX_ELEMENTS = 500_000

/** Decodes a page by its byte order mark, the header of its answer, or its own declaration; as UTF-8 otherwise. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? charsetIn(contentType) ?? declaredIn(bytes) ?? 'utf-8'
  return decoderOf(label).decode(bytes)
}

/**
 * Parses a page leniently.
 * @throws ImportError
 */
export function parsePage(html: string): PageDocument {
  const handler = new BoundedHandler()
  new Parser(handler, { decodeEntities: true }).end(html)
  return { elements: handler.elements }
}

/** Returns an element's text with single spaces. */
export const elementText = (element: Element): string => rawText(element).replace(/\s+/g, ' ').trim()

/** Returns an element's text as written. */
export function rawText(element: Element): string {
  let text = ''
  for (const child of element.children) {
    if (isText(child)) text += child.data
    else if (hasChildren(child)) text += rawText(child as Element)
  }
  return text
}

class BoundedHandler extends DomHandler {
  readonly elements: Element[] = []
  #depth = 0

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1
    if (this.#depth > REFUSED_DEPTH || this.elements.length >= MAX_ELEMENTS) {
      throw new ImportError('Страница устроена слишком сложно')
    }
    if (this.#depth > MAX_DEPTH) return
    super.onopentag(name, attributes)
    this.elements.push(this.tagStack.at(-1) as Element)
  }

  override onclosetag(): void {
    if (this.#depth <= MAX_DEPTH) super.onclosetag()
    this.#depth -= 1
  }
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

const charsetIn = (text: string): string | undefined =>
  /charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w:.-]+)/i.exec(text)?.[1]

const declaredIn = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const metas = [...head.matchAll(/<meta[^<>]{0,600}>/gi)].map(([tag]) => tag)
  const tag = metas.find((meta) => /charset/i.test(meta)) ?? /<\?xml[^<>]{0,200}\?>/.exec(head)?.[0]
  return tag && (charsetIn(tag) ?? /encoding\s*=\s*["']([\w:.-]+)/i.exec(tag)?.[1])
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
