import { memoize } from '../lib/memo.ts'

const CYRILLIC = new Map(
  Object.entries({
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'h',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'sh',
    ъ: '',
    ы: 'i',
    ь: '',
    э: 'e',
    ю: 'iu',
    я: 'ia',
  }),
)

/**
 * Latin spellings and their replacements, in the order of application; different spellings of one sound become equal.
 */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/sch/g, 'sh'],
  [/ph/g, 'f'],
  [/c?kh/g, 'h'],
  [/ck/g, 'k'],
  [/th/g, 't'],
  [/qu/g, 'kv'],
  [/q/g, 'k'],
  [/x{1,2}/g, 'ks'],
  [/w/g, 'v'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/gu(?=[aei])/g, 'g'],
  [/tz/g, 'ts'],
  [/y/g, 'i'],
  [/(?<!o)oo(?!o)/g, 'u'],
  [/(?<!e)ee(?!e)/g, 'i'],
]

/**
 * Transliterates a word to Latin letters by its sound, so that 'Йокохама' and 'Yokohama' are equal; digits are
 * unchanged. Cached, because words recur in nearly every name. A doubled letter becomes a single one; three or more equal letters are unchanged.
 * @param word of a plain text
 */
export const transliterate = memoize(inLatin)

function inLatin(word: string): string {
  let sound = word.replace(/[а-я]/g, (letter) => CYRILLIC.get(letter) as string)
  for (const [spelling, one] of SPELLINGS) sound = sound.replace(spelling, one)
  return sound.replace(/(\p{L})\1+/gu, (run, letter: string) => (run.length > 2 ? run : letter))
}
