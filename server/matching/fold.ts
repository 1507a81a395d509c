/** Maximum number of characters of a name that is read: the longest real names have about 120. */
const MOST_CHARS = 300

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  Ё: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
}

/** Cyrillic letters without a Latin look-alike: they mark a word as Russian. */
const RUSSIAN_WORD = /[БГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ]/

/**
 * Folds the spelling of a name: upper case, one kind of space, quote, dash and multiplication sign, and Latin letters
 * for Cyrillic look-alikes ('РS4' and 'PS4' become equal). Words with a letter that only Russian has stay Cyrillic.
 * Longer names are cut at 300 characters, which bounds the time of hostile ones.
 */
export function fold(text: string): string {
  return text
    .slice(0, MOST_CHARS)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, ' ')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[×✕✖∗]/g, 'X')
    .replace(/[⁄∕／]/g, '/')
    .replace(/[«»"“”„'`’´]/g, ' ')
    .replace(/[\p{L}]+/gu, foldWord)
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Replaces the Cyrillic look-alikes of one upper-case word, unless a letter marks it as Russian. */
export function foldWord(word: string): string {
  if (!/[А-ЯЁ]/.test(word) || RUSSIAN_WORD.test(word)) return word
  return word.replace(/[А-ЯЁ]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
}
