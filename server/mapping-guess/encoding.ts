import { createDecoder } from '../import/readers/decode.ts'
import { likeliestEncoding } from '../import/readers/likely-encoding.ts'

/** Decoded text with its encoding. */
export interface DecodedText {
  text: string
  /** name of the encoding, as in a mapping */
  encoding: string
  /** true if the file itself declares the encoding, so that the mapping need not */
  declared: boolean
}

/**
 * Decodes the beginning of a text file with its declared encoding, or with the one that yields the most plausible
 * text.
 * @param whole true if these are all bytes of the file; otherwise they may end within a character
 * @throws ImportError if the bytes are invalid in the declared encoding
 */
export function decodeText(bytes: Buffer, whole: boolean): DecodedText {
  const declared = declaredEncoding(bytes)
  const encoding = declared ?? likeliestEncoding(bytes, whole)
  const decoder = createDecoder(bytes, encoding)
  // The decoder would keep half a character for the next chunk, but there is none.
  const text = decoder.decode(encoding.startsWith('utf-16') ? bytes.subarray(0, bytes.length & ~1) : bytes)
  return { text, encoding: decoder.encoding, declared: declared !== null }
}

function declaredEncoding(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const xml = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    bytes.subarray(0, 300).toString('latin1'),
  )
  return xml?.[1]?.toLowerCase() ?? null
}
