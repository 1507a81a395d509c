/** Latin letters by the Cyrillic letters that look like them: suppliers mix both alphabets in one word. */
const LOOK_ALIKE = new Map([...'авекмнорстух'].map((letter, i) => [letter, 'abekmhopctyx'[i] as string]))
const TWO_ALPHABETS = /[a-z][а-я]|[а-я][a-z]/
const LETTERS = /[a-zа-я]+/g
/** Matches texts that need no Unicode normalisation, as is true of nearly every name. */
const IS_COMMON = /^[\x20-\x7eа-яА-ЯёЁ]*$/

/**
 * Normalises text: lower case, compatibility characters resolved, accents removed, decimal points, single spaces, and
 * words of mixed alphabets in Latin letters. Lone surrogates, which no tyre has, become spaces.
 */
export function plainText(text: string): string {
  const plain = (IS_COMMON.test(text) ? text : resolved(text))
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s+/g, ' ')
    .replace(/(\d),(?=\d)/g, '$1.')
  if (!TWO_ALPHABETS.test(plain)) return plain
  return plain.replace(LETTERS, (word) => (TWO_ALPHABETS.test(word) ? inLatin(word) : word))
}

const resolved = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, ' ')
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')

/** Replaces Cyrillic letters of a plain text by the Latin ones that look like them. */
export const inLatin = (plain: string): string =>
  plain.replace(/[авекмнорстух]/g, (letter) => LOOK_ALIKE.get(letter) as string)

/** Returns the sequences of letters and digits of a plain text. */
export const wordsOf = (plain: string): string[] => plain.match(/[\p{L}\p{N}]+/gu) ?? []
