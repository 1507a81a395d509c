import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/**
 * Compressed text that can be concatenated with others into one stream: deflate blocks (RFC 1951) that end at a byte
 * boundary and refer to nothing before them.
 */
export interface Part {
  deflated: Uint8Array<ArrayBuffer>
  /** checksum of the text */
  crc: number
  /** length of the text in bytes */
  length: number
  /** shiftOf the length, for combining checksums */
  shift: number
}

/** Compression level: parts are built once and sent often. */
const LEVEL = 6

export function makePart(text: string, level = LEVEL): Part {
  const bytes = Buffer.from(text)
  return partOf(bytes, deflateRawSync(bytes, { level, finishFlush }))
}

/** Builds a part with the compression in another thread. */
export async function deflatePart(text: string, level = LEVEL): Promise<Part> {
  const bytes = Buffer.from(text)
  return partOf(bytes, await deflateRawAsync(bytes, { level, finishFlush }))
}

const deflateRawAsync = promisify(deflateRaw)
const finishFlush = constants.Z_FULL_FLUSH

const partOf = (bytes: Uint8Array, deflated: Uint8Array<ArrayBuffer>): Part => ({
  deflated,
  crc: crc32(bytes),
  length: bytes.length,
  shift: shiftOf(bytes.length),
})

/** Parts in few arrays, which can be transferred to another thread. */
export interface PackedParts {
  deflated: Uint8Array<ArrayBuffer>
  /** by part: its end in `deflated`, checksum, length and shift */
  ends: Uint32Array
  crcs: Uint32Array
  lengths: Uint32Array
  shifts: Uint32Array
}

export function pack(parts: readonly Part[]): PackedParts {
  let end = 0
  const ends = Uint32Array.from(parts, (part) => {
    end += part.deflated.length
    return end
  })
  // Not Buffer.concat, whose result may share memory with other buffers.
  const deflated = new Uint8Array(end)
  for (const [at, part] of parts.entries()) deflated.set(part.deflated, at === 0 ? 0 : ends[at - 1])
  return {
    deflated,
    ends,
    crcs: Uint32Array.from(parts, ({ crc }) => crc),
    lengths: Uint32Array.from(parts, ({ length }) => length),
    shifts: Uint32Array.from(parts, ({ shift }) => shift),
  }
}

export function partAt({ deflated, ends, crcs, lengths, shifts }: PackedParts, at: number): Part {
  return {
    deflated: deflated.subarray(at === 0 ? 0 : ends[at - 1], ends[at]),
    crc: crcs[at] as number,
    length: lengths[at] as number,
    shift: shifts[at] as number,
  }
}

/** Returns the size in memory in bytes. */
export const sizeOf = ({ deflated, ends }: PackedParts): number => deflated.length + 16 * ends.length

/** Deflate, no flags, no time, unknown system (RFC 1952 §2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** Empty last block, which ends a stream of parts. */
export const END = Buffer.from([0x03, 0x00])

/** Joins the texts of the parts to one gzip file. */
export function gzipOf(parts: Iterable<Part>): Buffer {
  const pieces: Uint8Array[] = [HEADER]
  let crc = 0
  let length = 0
  for (const part of parts) {
    pieces.push(part.deflated)
    crc = combined(crc, part.crc, part.shift)
    length += part.length
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return Buffer.concat([...pieces, END, trailer])
}

// CRC-32 of several texts in a row (RFC 1952 §8), computed from the sums of each without reading them again.

/** x^32 without its highest power, bits reversed as gzip has them. */
const POLYNOMIAL = 0xedb88320
const X_TO_THE_0 = 0x80000000

/** Product of two polynomials modulo POLYNOMIAL, bits reversed. */
function times(a: number, b: number): number {
  let product = 0
  let shifted = b
  for (let bit = X_TO_THE_0; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL
  }
  return product >>> 0
}

/** x^(8·2^k), by k. */
const POWERS: readonly number[] = Array.from({ length: 32 }).reduce<number[]>(
  (powers) => [...powers, times(powers.at(-1) as number, powers.at(-1) as number)],
  [X_TO_THE_0 >>> 8],
)

/** Factor of a sum that is followed by this many bytes: x^(8·length). */
export function shiftOf(length: number): number {
  let shift = X_TO_THE_0
  for (let rest = length, k = 0; rest > 0; rest = Math.floor(rest / 2), k++) {
    if (rest % 2 === 1) shift = times(shift, POWERS[k] as number)
  }
  return shift
}

/**
 * CRC-32 of two texts in a row.
 * @param crc of the first text
 * @param next of the second text
 * @param shift shiftOf the second text's length in bytes
 */
export const combined = (crc: number, next: number, shift: number): number => (times(crc, shift) ^ next) >>> 0
