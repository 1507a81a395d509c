import { isUtf8 } from 'node:buffer'
import { ImportError } from '../errors.ts'

/** Decodes the bytes of a file into text, chunk by chunk. */
export interface Decoder {
  /** @throws ImportError if the bytes are invalid in the encoding */
  decode(bytes: Uint8Array): string
  end(): void
}

const BYTE_ORDER_MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/

/**
 * @param head first bytes of the file: a byte order mark or XML declaration overrides the mapping
 * @param encoding encoding that the mapping names; UTF-8 by default
 * @throws ImportError if the encoding is unknown
 */
export function createDecoder(head: Uint8Array, encoding = 'utf-8'): Decoder {
  const mark = BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte))
  const declared = XML_ENCODING.exec(Buffer.from(head.subarray(0, 300)).toString('latin1'))?.[1]
  const name = (mark?.encoding ?? declared ?? encoding).toLowerCase()
  return name === 'utf-8' || name === 'utf8' ? utf8Decoder() : otherDecoder(name)
}

/** Creates a decoder for UTF-8, the encoding of most files; much faster than a fatal streaming TextDecoder. */
function utf8Decoder(): Decoder {
  let tail: Uint8Array = new Uint8Array(0)
  let first = true
  return {
    decode(bytes) {
      const all =
        tail.length === 0 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : joined(tail, bytes)
      const whole = all.length - unfinishedBytes(all)
      const complete = all.subarray(0, whole)
      tail = all.subarray(whole)
      if (!isUtf8(complete)) throw notInEncoding('UTF-8')
      const text = complete.toString('utf8')
      if (!first || text === '') return text
      first = false
      return text.startsWith('\ufeff') ? text.slice(1) : text
    },
    end() {
      if (tail.length > 0) throw notInEncoding('UTF-8')
    },
  }
}

function joined(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.concat([a, b])
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
    decode: decodeStrictly,
    end() {
      decodeStrictly()
    },
  }
}

function newTextDecoder(name: string) {
  try {
    return new TextDecoder(name, { fatal: true })
  } catch {
    throw new ImportError(`Неизвестная кодировка «${name}»`)
  }
}

function notInEncoding(name: string): ImportError {
  return new ImportError(
    `Файл не в кодировке ${name}. Если он в другой, назовите её в описании: "encoding": "windows-1251"`,
  )
}
