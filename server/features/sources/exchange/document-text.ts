import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { ImportError } from '../../../import/errors.ts'
import { createDecoder, type Decoder } from '../../../import/readers/decode.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Properties of a CommerceML document that decide what it replaces. */
interface DocumentTraits {
  /**
   * 'goods', 'offers:…' or, for definitions alone, 'references:…', followed by the beginning of the document's name:
   * 1C sends offers, their prices and their stock as 'offers', 'prices' and 'rests'
   */
  kind: string
  /** true if the document only has what changed */
  changes: boolean
}

/** Content of a document in UTF-8, whatever encoding 1C has sent it in. */
export interface DocumentText {
  /**
   * content without XML declaration; ends with `traits` known
   * @throws Refusal for a document that is no CommerceML, is damaged or truncated
   */
  chunks: AsyncIterable<Uint8Array>
  /** properties of the document, after its content was read to the end */
  traits(): DocumentTraits
}

/** Bytes that have to contain the XML declaration and the root element's name. */
const HEAD_BYTES = 4_096
/** Maximum length of an opening tag that is recognised between two chunks. */
const OVERLAP = 64 * 1024
const DECLARATION = /^\s*<\?xml[^>]*\?>/
const ROOT = '<КоммерческаяИнформация'
const END = '</КоммерческаяИнформация>'
const OFFERS = /<(?:ПакетПредложений|ИзмененияПакетаПредложений)[\s/>]/
const GOODS = /<Каталог[\s/>]/
const CHANGES =
  /<ИзмененияПакетаПредложений[\s/>]|<(?:Каталог|ПакетПредложений|Классификатор)\s[^<>]*СодержитТолькоИзменения\s*=\s*["'](?:true|1)["']/

/**
 * Reads a document from its pieces. A tag is recognised by its text, without parsing the document: its whole is parsed by
 * the import.
 * @param name name that 1C gave the document
 */
export function readDocument(pieces: readonly string[], name: string): DocumentText {
  const found = { offers: false, goods: false, changes: false }
  const damaged = () => new Refusal(400, `Файл ${name} передан не целиком или повреждён: повторите обмен`)

  async function* chunks(): AsyncGenerator<Uint8Array> {
    let decoder: Decoder | undefined
    let tail = ''
    for await (const bytes of withHead(pieces)) {
      const isFirst = !decoder
      decoder ??= createDecoder(bytes)
      let text = decoder.decode(bytes)
      if (isFirst) {
        if (!text.includes(ROOT)) throw new Refusal(400, `Файл ${name} — не CommerceML`)
        text = text.replace(DECLARATION, '')
      }
      const seen = tail + text
      found.offers ||= OFFERS.test(seen)
      found.goods ||= GOODS.test(seen)
      found.changes ||= CHANGES.test(seen)
      tail = seen.slice(-OVERLAP)
      yield Buffer.from(text)
    }
    decoder?.end()
    if (!tail.trimEnd().endsWith(END)) throw damaged()
    // Documents follow each other in one file.
    yield Buffer.from('\n')
  }

  return {
    chunks: refusing(chunks(), damaged),
    traits() {
      const begin = beginningOf(name)
      const kind = found.offers ? `offers:${begin}` : found.goods ? 'goods' : `references:${begin}`
      return { kind, changes: found.changes }
    },
  }
}

/** Returns the first letters of a file's name without folders: 'prices' for '1/Prices_2.xml'. */
const beginningOf = (name: string): string =>
  /^[a-z]{0,30}/.exec((name.split(/[\\/]/).at(-1) ?? '').toLowerCase())?.[0] ?? ''

/** Replaces errors of the decoder, which name the mapping. */
async function* refusing(
  chunks: AsyncIterable<Uint8Array>,
  damaged: () => Refusal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    throw error instanceof ImportError ? damaged() : error
  }
}

/** Yields the bytes of all files; the first chunk has HEAD_BYTES at least, if there are as many. */
async function* withHead(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for (const path of paths) {
    for await (const bytes of createReadStream(path)) {
      if (!head) {
        yield bytes
        continue
      }
      head = Buffer.concat([head, bytes])
      if (head.length < HEAD_BYTES) continue
      yield head
      head = undefined
    }
  }
  if (head && head.length > 0) yield head
}

/** Beginning of a piece: that of a document, of an archive, or neither. */
export async function pieceBeginning(path: string): Promise<'document' | 'archive' | 'middle'> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    const start = buffer.toString('latin1', 0, bytesRead)
    if (start.startsWith('PK\x03\x04')) return 'archive'
    const isUtf16 = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')
    return isUtf16 || /^(?:\xef\xbb\xbf)?\s*<\?xml\s/.test(start) ? 'document' : 'middle'
  } finally {
    await handle.close()
  }
}
