const CYRILLIC = 'абвгґдеёєжзиіїйклмнопрстуфхцчшщыэюя'
const LATIN = 'a b v g g d e e e zh z i i i i k l m n o p r s t u f h c ch sh sh i e u a'.split(' ')
/** Latin spelling of each Cyrillic letter that has a sound; ъ and ь have none. */
const SOUNDS = new Map([...CYRILLIC].map((letter, i) => [letter, LATIN[i] as string]))

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
  const latin = word.toLowerCase().replace(/[а-яёіїєґ]/g, (letter) => SOUNDS.get(letter) ?? '')
  return SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), latin)
}

/** Returns the entries of a comma-separated list. */
export const entriesOf = (list: string): string[] => list.trim().split(/,\s+/)

/** Returns the sound keys of a comma-separated list of words. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(entriesOf(list).map(soundKey))

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
