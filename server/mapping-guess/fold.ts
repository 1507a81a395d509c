const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  є: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'i',
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
  ц: 'c',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'u',
  я: 'a',
}

/** The several ways in which Cyrillic letters are written in Latin ones, each with the one that stands for all. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/shch|sch/g, 'sh'],
  [/kh/g, 'h'],
  [/ts|tz/g, 'c'],
  [/[yij]a/g, 'a'],
  [/[yij]u/g, 'u'],
  [/[yij]o/g, 'e'],
  [/[yj]/g, 'i'],
  [/['’`]/g, ''],
  [/ii+/g, 'i'],
]

/**
 * A word as it sounds, in Latin letters: 'Остаток', 'ostatok' and 'OSTATOK' are one, and so are 'цена', 'cena' and 'tsena'. For
 * comparing words with each other, not for showing.
 */
export function foldWord(word: string): string {
  const latin = word.toLowerCase().replace(/[а-яёіїєґ]/g, (letter) => LATIN[letter] ?? letter)
  return SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), latin)
}

/** A word of a name, folded. */
export interface NameWord {
  text: string
  /** written with a point at its end, as in 'кол.' */
  shortened: boolean
}

const WORD = /[\p{L}'’`]+\.?|\d+/gu
const CAMEL = /(\p{Ll})(\p{Lu})/gu

/** The words of a column's name: 'stockMoscow', 'stock_moscow' and 'Stock, Moscow' have the same two. */
export function nameWords(name: string): NameWord[] {
  return (name.replace(CAMEL, '$1 $2').match(WORD) ?? []).map((word) => ({
    text: foldWord(word.replace(/\.$/, '')),
    shortened: word.endsWith('.'),
  }))
}
