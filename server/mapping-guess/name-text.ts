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

/** Alternative Latin spellings of Cyrillic letters, each with its replacement. */
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
 * Returns a word as it sounds, in Latin letters: 'Остаток', 'ostatok' and 'OSTATOK' have the same key, and so have
 * 'цена', 'cena' and 'tsena'. Used to compare words, never displayed.
 */
export function soundKey(word: string): string {
  const latin = word.toLowerCase().replace(/[а-яёіїєґ]/g, (letter) => LATIN[letter] ?? letter)
  return SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), latin)
}

/** Word of a column's name, as its sound key. */
export interface NameWord {
  text: string
  /** true if it ends with a point, as in 'кол.' */
  shortened: boolean
}

/** Runs of letters or digits; 'b2b' is one word. */
const WORD = /b2[bc]|[\p{L}'’`]+\.?|\d+/giu
const CAMEL = /(\p{Ll})(\p{Lu})/gu

/** Splits a column's name into words: 'stockMoscow', 'stock_moscow' and 'Stock, Moscow' yield the same two. */
export function nameWords(name: string): NameWord[] {
  return (name.replace(CAMEL, '$1 $2').match(WORD) ?? []).map((word) => ({
    text: soundKey(word.replace(/\.$/, '')),
    shortened: word.endsWith('.'),
  }))
}
