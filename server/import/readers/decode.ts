import { isAscii, isUtf8 } from 'node:buffer'
import { ImportError } from '../errors.ts'
import type { Alterations } from '../remarks.ts'
import { quoteAround } from './text-position.ts'

/** Decodes the bytes of a file into text, chunk by chunk. */
export interface Decoder {
  /** @throws ImportError if the bytes are invalid in the encoding */
  decode(bytes: Uint8Array): string
  /** Returns the last characters. */
  end(): string
  /** the encoding of the bytes decoded so far, which may be another than the file declares */
  readonly encoding: string
}

const BYTE_ORDER_MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/

/** Names that programs write for encodings, without spaces, hyphens and underscores. */
const NAMES: readonly [names: RegExp, encoding: string][] = [
  [
    /^(?:x?(?:windows|win|cp|mswin|ms|ansi|codepage))?1251$|^(?:ms)?ansi$|^(?:windows|win)cyr(?:illic)?$/,
    'windows-1251',
  ],
  [/^(?:x?(?:cp|ibm|dos|oem|windows))?866$|^(?:dos|oem|alt)$/, 'ibm866'],
  [/^koi8r?$/, 'koi8-r'],
  [/^(?:utf8|cp65001|65001)$/, 'utf-8'],
]

function encodingNamed(name: string): string {
  const plain = name.toLowerCase().replace(/[\s_-]/g, '')
  return NAMES.find(([names]) => names.test(plain))?.[1] ?? name.toLowerCase()
}

/**
 * Creates a decoder. The bytes decide: what is UTF-8 is read as such, whatever the file or the mapping says, and what
 * is not is read in the named encoding, or in the likeliest one if that is UTF-8 or unknown.
 * @param head first bytes of the file: a byte order mark or XML declaration overrides the mapping
 * @param encoding encoding that the mapping names; UTF-8 by default
 * @throws ImportError if the encoding is unknown
 */
export function createDecoder(head: Uint8Array, encoding = 'utf-8', alterations?: Alterations): Decoder {
  const mark = BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte))
  if (mark) return decoderOf(mark.encoding)
  const declared = XML_ENCODING.exec(Buffer.from(head.subarray(0, 300)).toString('latin1'))?.[1]
  const name = encodingNamed(declared ?? encoding)
  // A declaration that was readable so far is not written in two bytes per character.
  if (declared === undefined && name !== 'utf-8') newTextDecoder(name)
  if (name.startsWith('utf-16') && declared === undefined) return decoderOf(name)
  return decoderByBytes(name, alterations)
}

const decoderOf = (name: string): Decoder => (name === 'utf-8' ? utf8Decoder() : otherDecoder(name))

/** Creates a decoder that chooses the encoding at the first bytes beyond ASCII. */
function decoderByBytes(name: string, alterations?: Alterations): Decoder {
  let decoder: Decoder | undefined
  let tail: Uint8Array = new Uint8Array(0)
  const choose = (actual: string) => {
    if (actual !== name) alterations?.add('encoding', `${name} → ${actual}`)
    return decoderOf(actual)
  }
  return {
    decode(bytes) {
      if (decoder) return decoder.decode(bytes)
      const all = joined(tail, bytes)
      const complete = all.subarray(0, all.length - unfinishedBytes(all))
      if (isAscii(complete)) {
        tail = all.subarray(complete.length)
        return complete.toString('latin1')
      }
      decoder = choose(encodingOf(all, name))
      return decoder.decode(all)
    },
    end() {
      if (decoder || tail.length === 0) return decoder?.end() ?? ''
      decoder = choose(isKnown(name) ? name : 'utf-8')
      return decoder.decode(tail) + decoder.end()
    },
    get encoding() {
      return decoder?.encoding ?? name
    },
  }
}

function encodingOf(bytes: Uint8Array, name: string): string {
  if (isUtf8(bytes.subarray(0, bytes.length - unfinishedBytes(bytes))) || isDamagedUtf8(bytes)) return 'utf-8'
  return name === 'utf-8' || name.startsWith('utf-16') || !isKnown(name)
    ? likeliestEncoding(Buffer.from(bytes), false)
    : name
}

/** Returns true for UTF-8 with a few wrong bytes, which is an error rather than another encoding. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const beyondAscii = new TextDecoder().decode(bytes).match(/[^\0-\x7f]/g) ?? []
  const wrong = beyondAscii.filter((char) => char === '\ufffd').length
  return wrong < beyondAscii.length / 2
}

function isKnown(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/** Creates a decoder for UTF-8, the encoding of most files; much faster than a fatal streaming TextDecoder. */
function utf8Decoder(): Decoder {
  let tail: Uint8Array = new Uint8Array(0)
  let first = true
  let position = 0
  return {
    encoding: 'utf-8',
    decode(bytes) {
      const all = joined(tail, bytes)
      const whole = all.length - unfinishedBytes(all)
      const complete = all.subarray(0, whole)
      tail = all.subarray(whole)
      if (!isUtf8(complete)) throw notInEncoding('UTF-8', placeOf(complete, position))
      position += whole
      const text = complete.toString('utf8')
      if (!first || text === '') return text
      first = false
      return text.startsWith('\ufeff') ? text.slice(1) : text
    },
    end() {
      if (tail.length > 0) throw notInEncoding('UTF-8', `в конце файла, байт ${position + 1}`)
      return ''
    },
  }
}

/** Describes the first wrong byte and quotes the text around it. */
function placeOf(bytes: Uint8Array, before: number): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const at = text.indexOf('\ufffd')
  return `байт ${before + Buffer.byteLength(text.slice(0, at)) + 1}: ${quoteAround(text, at)}`
}

function joined(a: Uint8Array, b: Uint8Array): Buffer {
  return a.length === 0 ? Buffer.from(b.buffer, b.byteOffset, b.length) : Buffer.concat([a, b])
}

/** Returns the number of trailing bytes that begin a character continued in the next chunk. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? back : 0
    }
  }
  return 0
}

function otherDecoder(name: string): Decoder {
  const decoder = newTextDecoder(name)
  const decodeStrictly = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      throw notInEncoding(name)
    }
  }
  return {
    encoding: name,
    decode: decodeStrictly,
    end: () => decodeStrictly(),
  }
}

function newTextDecoder(name: string) {
  try {
    return new TextDecoder(name, { fatal: true })
  } catch {
    throw new ImportError(`Неизвестная кодировка «${name}»`)
  }
}

function notInEncoding(name: string, place = ''): ImportError {
  return new ImportError(
    `Файл не в кодировке ${name}${place === '' ? '' : ` (${place})`}. Если он в другой, назовите её в описании: "encoding": "windows-1251"`,
  )
}

/**
 * Frequency of each Russian letter in percent. Windows-1251 and KOI8-R have capitals where the other one has lowercase
 * letters, so only the letters themselves can tell them apart, whatever their case.
 */
const LETTER_PERCENTS: Readonly<Record<string, number>> = {
  ...{ о: 10.97, е: 8.45, а: 8.01, и: 7.35, н: 6.7, т: 6.26, с: 5.47, р: 4.73, в: 4.54, л: 4.4, к: 3.49 },
  ...{ м: 3.21, д: 2.98, п: 2.81, у: 2.62, я: 2.01, ы: 1.9, ь: 1.74, г: 1.7, з: 1.65, б: 1.59, ч: 1.44 },
  ...{ й: 1.21, х: 0.97, ж: 0.94, ш: 0.73, ю: 0.64, ц: 0.48, щ: 0.36, э: 0.32, ф: 0.26, ё: 0.2, ъ: 0.04 },
}
const VOWELS = /[аеёиоуыэюя]/
/** Words of price lists, some of which have rare letters. */
const PRICE_LIST_WORDS =
  /^(?:артикул|бренд|город|действует|код|модель|опт|остаток|размер|ррц|сезон|цена|шин[аы]|шип|шт)$/
/** Points of a known word, a vowel beside a consonant, a capital, a capital after a lowercase letter, and a symbol. */
const POINTS = { word: 10, alternation: 1, capital: -0.1, capitalInside: -4, symbol: -3 } as const
const CANDIDATES = ['windows-1251', 'koi8-r', 'ibm866'] as const
const SAMPLE = 200_000

/**
 * Returns the encoding that yields the most plausible text.
 * @param whole true if these are all bytes of the file; otherwise they may end within a character
 */
export function likeliestEncoding(bytes: Buffer, whole: boolean): string {
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 10) return 'utf-16le'
  if (even > sample.length / 10) return 'utf-16be'
  if (isUtf8(whole ? bytes : withoutCutCharacter(bytes))) return 'utf-8'
  // Each word counts once, however often a brand is repeated; words of ASCII letters are the same in all encodings.
  const words = new Set(sample.toString('latin1').match(/[\x80-\xff]+/g))
  const distinct = Buffer.from([...words].join(' '), 'latin1')
  const scores = new Map(
    CANDIDATES.map((encoding) => [encoding, plausibility(new TextDecoder(encoding).decode(distinct))]),
  )
  return [...CANDIDATES].sort((a, b) => (scores.get(b) as number) - (scores.get(a) as number))[0] as string
}

/** Returns how much a text looks like Russian. */
function plausibility(text: string): number {
  let score = 0
  for (const word of text.split(' ')) {
    if (PRICE_LIST_WORDS.test(word.toLowerCase())) score += POINTS.word
    let before = ''
    for (const letter of word) {
      const lower = letter.toLowerCase()
      const percent = LETTER_PERCENTS[lower]
      score += percent === undefined ? POINTS.symbol : Math.log(percent)
      const isCapital = letter !== lower
      if (isCapital) score += POINTS.capital
      if (percent !== undefined && before !== '') {
        if (isCapital && before === before.toLowerCase()) score += POINTS.capitalInside
        if (VOWELS.test(lower) !== VOWELS.test(before.toLowerCase())) score += POINTS.alternation
      }
      before = percent === undefined ? '' : letter
    }
  }
  return score
}

/** Removes an incomplete character at the end. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && bytes.length - end < 4 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end--
  return end > 0 && (bytes[end - 1] as number) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes
}
