import { isUtf8 } from 'node:buffer'

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
