import { isUtf8 } from 'node:buffer'
import { createDecoder } from '../import/readers/decode.ts'

/** Most frequent lowercase letters of Russian; in the wrong encoding they become capitals, symbols or other letters. */
const FREQUENT_LETTERS = /[оеаинтсрвлкмп]/g
const CANDIDATES = ['windows-1251', 'koi8-r', 'ibm866'] as const
const SAMPLE = 200_000

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
  return { text, encoding, declared: declared !== null }
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

function likeliestEncoding(bytes: Buffer, whole: boolean): string {
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 10) return 'utf-16le'
  if (even > sample.length / 10) return 'utf-16be'
  if (isUtf8(whole ? bytes : withoutCutCharacter(bytes))) return 'utf-8'
  // Only the bytes beyond ASCII are compared, since most of the text is numbers.
  const letters = sample.filter((byte) => byte >= 0x80)
  const score = (encoding: string) =>
    new TextDecoder(encoding).decode(letters).match(FREQUENT_LETTERS)?.length ?? 0
  return [...CANDIDATES].sort((a, b) => score(b) - score(a))[0] as string
}

/** Removes an incomplete character at the end. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && bytes.length - end < 4 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end--
  return end > 0 && (bytes[end - 1] as number) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes
}
