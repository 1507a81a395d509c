import { createGunzip } from 'node:zlib'
import { ImportError } from '../import/errors.ts'
import { USUAL_LIMITS } from '../import/limits.ts'
import { boundedXml } from '../import/readers/bounded-xml.ts'
import { createDecoder } from '../import/readers/decode.ts'

/** Entry of a sitemap: a page, or in an index another sitemap. */
interface SitemapEntry {
  address: string
  /** date of the last change as written; '' if it is not stated */
  modified: string
}

/** Called with each entry. @returns false to stop reading */
type Take = (entry: SitemapEntry) => boolean

/** Largest sitemap in bytes when unpacked, and its longest address in characters (sitemaps.org). */
const MAX_BYTES = 50 * 2 ** 20
const MAX_ADDRESS_LENGTH = 2_048
/** Number of bytes at the start that are searched for the first tag. */
const HEAD_BYTES = 4_096

/**
 * Reads a sitemap or an index of sitemaps as a stream: XML, also packed with gzip, or a text with an address per line.
 * @param file content in pieces
 * @returns 'index' if the entries are sitemaps
 * @throws ImportError if the XML or the packing is damaged; what came before it was taken
 */
export async function readSitemap(file: AsyncIterable<Uint8Array>, take: Take): Promise<'index' | 'pages'> {
  const reader = { bytes: 0, kind: 'pages' as 'index' | 'pages' }
  let parser: SitemapParser | undefined
  let blank = Buffer.alloc(0)
  for await (const read of unpacked(file)) {
    reader.bytes += read.length
    if (reader.bytes > MAX_BYTES) break
    // The first letter tells XML from text.
    const piece = parser ? read : Buffer.concat([blank, read])
    if (!parser && piece.length < HEAD_BYTES && isBlank(piece)) {
      blank = Buffer.from(piece)
      continue
    }
    parser ??= parserOf(piece, take)
    if (!parser.push(piece)) break
  }
  parser?.end()
  return parser?.kind ?? 'pages'
}

interface SitemapParser {
  kind: 'index' | 'pages'
  /** @returns false if nothing more is wanted */
  push(piece: Uint8Array): boolean
  end(): void
}

async function* unpacked(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = file[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done) return
  const all = (async function* () {
    yield first.value
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  })()
  const isPacked = first.value[0] === 0x1f && first.value[1] === 0x8b
  if (!isPacked) return yield* all
  const { Readable } = await import('node:stream')
  try {
    yield* Readable.from(all).pipe(createGunzip()) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw new ImportError('Карта сайта повреждена: она не распаковывается', { cause: error })
  }
}

const isBlank = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString('latin1').trim() === ''

function parserOf(head: Uint8Array, take: Take): SitemapParser {
  const begin = Buffer.from(head.subarray(0, HEAD_BYTES))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  return begin.startsWith('<') ? xmlParser(head, take) : textParser(head, take)
}

function xmlParser(head: Uint8Array, take: Take): SitemapParser {
  const decoder = createDecoder(head)
  let [wants, text, prefix, isFirst] = [true, '', '', true]
  let begun = false
  let entry: SitemapEntry = { address: '', modified: '' }
  const xml = boundedXml(USUAL_LIMITS, {
    open(name) {
      const local = localName(name)
      if (isFirst && local.toLowerCase() === 'html')
        throw new ImportError('Вместо карты сайта пришла страница')
      isFirst = false
      if (local === 'sitemapindex') parser.kind = 'index'
      if (local === 'url' || local === 'sitemap') {
        entry = { address: '', modified: '' }
        prefix = name.slice(0, -local.length)
      }
      text = ''
    },
    text(part) {
      if (text.length <= MAX_ADDRESS_LENGTH) text += part
    },
    close(name) {
      const local = localName(name)
      // Images and videos of a page have a 'loc' in a namespace of their own.
      if (name === `${prefix}loc` && entry.address === '') entry.address = text.trim()
      if (local === 'lastmod') entry.modified = text.trim().slice(0, 40)
      if ((local === 'url' || local === 'sitemap') && isAddress(entry.address)) wants = wants && take(entry)
    },
  })
  const parser: SitemapParser = {
    kind: 'pages',
    push(piece) {
      const decoded = decoder.decode(piece)
      // Some shops print blank lines before the declaration, which XML forbids.
      const part = begun ? decoded : decoded.replace(/^\ufeff/, '').trimStart()
      begun ||= part !== ''
      xml.write(part)
      return wants
    },
    end() {
      if (!wants) return
      decoder.end()
      xml.end()
    },
  }
  return parser
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function textParser(head: Uint8Array, take: Take): SitemapParser {
  const decoder = createDecoder(head)
  let rest = ''
  const lines = (text: string): boolean =>
    text.split(/\r?\n/).every((line) => {
      const address = line.trim()
      return !isAddress(address) || take({ address, modified: '' })
    })
  return {
    kind: 'pages',
    push(piece) {
      const text = rest + decoder.decode(piece)
      const end = text.lastIndexOf('\n')
      rest = text.slice(end + 1).slice(0, MAX_ADDRESS_LENGTH + 1)
      return end === -1 || lines(text.slice(0, end))
    },
    end() {
      lines(rest)
    },
  }
}

const isAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS_LENGTH && /^https?:\/\//i.test(text) && URL.canParse(text)
