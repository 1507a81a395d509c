import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/** Compressed text that can be joined with others: deflate blocks (RFC 1951) that end at a byte, without references. */
export interface Part {
  deflated: Uint8Array<ArrayBuffer>
  /** CRC-32 of the uncompressed text */
  crc: number
  /** length of the uncompressed text in bytes */
  length: number
  /** result of shiftOf(length), used to combine checksums */
  shift: number
}

/** Compression level; a high one pays off because a part is compressed once and sent often. */
const LEVEL = 6

export function makePart(text: string, level = LEVEL): Part {
  const bytes = Buffer.from(text)
  return partOf(bytes, deflateRawSync(bytes, { level, finishFlush }))
}

/** Builds a part; zlib compresses it in its thread pool. */
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

/** Parts packed into five arrays that can be transferred to another thread. */
export interface PackedParts {
  deflated: Uint8Array<ArrayBuffer>
  /** `ends`, `crcs`, `lengths` and `shifts` have one element per part; `ends` has its end in `deflated` */
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
  // Buffer.concat is unsuitable: its result may share its memory with other buffers, which cannot be transferred.
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

/** gzip header (RFC 1952 §2.3): deflate, no flags, no modification time, unknown operating system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** Empty final deflate block; ends a stream of parts. */
export const END = Buffer.from([0x03, 0x00])

/** Joins parts into one gzip file whose text is the concatenation of the parts' texts. */
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

// Combining CRC-32 checksums (RFC 1952 §8): the checksum of concatenated texts is computed from the checksums of the
// texts.

/** CRC-32 polynomial without the term x^32, in the reversed bit order that gzip uses. */
const POLYNOMIAL = 0xedb88320
const X_TO_THE_0 = 0x80000000

/** Returns the product of two polynomials modulo POLYNOMIAL, in reversed bit order. */
function times(a: number, b: number): number {
  let product = 0
  let shifted = b
  for (let bit = X_TO_THE_0; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL
  }
  return product >>> 0
}

/** x^(8·2^k) modulo POLYNOMIAL, by k. */
const POWERS: readonly number[] = Array.from({ length: 32 }).reduce<number[]>(
  (powers) => [...powers, times(powers.at(-1) as number, powers.at(-1) as number)],
  [X_TO_THE_0 >>> 8],
)

/** Returns x^(8·length), the factor for the checksum of a text that is followed by `length` further bytes. */
export function shiftOf(length: number): number {
  let shift = X_TO_THE_0
  for (let rest = length, k = 0; rest > 0; rest = Math.floor(rest / 2), k++) {
    if (rest % 2 === 1) shift = times(shift, POWERS[k] as number)
  }
  return shift
}

/**
 * Returns the CRC-32 of two concatenated texts.
 * @param crc checksum of the first text
 * @param next checksum of the second text
 * @param shift result of shiftOf for the second text's length in bytes
 */
export const combined = (crc: number, next: number, shift: number): number => (times(crc, shift) ^ next) >>> 0
