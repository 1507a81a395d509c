/** Combines CRC-32 of gzip (RFC 1952 §8) of consecutive texts without reading them again. */

/** x^32 without its highest power, in gzip's bit order (reversed). */
const POLYNOMIAL = 0xedb88320
const X_TO_THE_0 = 0x80000000

/** Returns the product of two polynomials modulo POLYNOMIAL, bits reversed. */
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

/** Returns the factor for a checksum that is followed by this number of bytes: x^(8·length). */
export function shiftOf(length: number): number {
  let shift = X_TO_THE_0
  for (let rest = length, k = 0; rest > 0; rest = Math.floor(rest / 2), k++) {
    if (rest % 2 === 1) shift = times(shift, POWERS[k] as number)
  }
  return shift
}

/**
 * Returns the checksum of two consecutive parts.
 * @param crc checksum of the first
 * @param next checksum of the second
 * @param shift shiftOf the second's length in bytes
 */
export const combined = (crc: number, next: number, shift: number): number => (times(crc, shift) ^ next) >>> 0
