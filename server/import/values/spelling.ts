/** Canonical spellings with their variants; case does not matter. */
export type Spellings = Readonly<Record<string, readonly string[]>>

/**
 * Returns canonical spellings with their variants, both separated by semicolons.
 * @param others canonical spellings without variants
 */
export function spellingTable(variants: Readonly<Record<string, string>>, others = ''): Spellings {
  const entries = (list: string) =>
    list
      .split(';')
      .map((spelling) => spelling.trim())
      .filter((spelling) => spelling !== '')
  return Object.fromEntries([
    ...Object.entries(variants).map(([canonical, list]) => [canonical, entries(list)]),
    ...entries(others).map((canonical) => [canonical, []]),
  ])
}

/**
 * Returns a function that maps a text to its canonical spelling, or to itself if no table has it. Later tables win,
 * so that a mapping can override the shared one.
 */
export function canonicalSpelling(...tables: Spellings[]): (text: string) => string {
  const known = spellingIndex(tables)
  return (text) => known.get(spellingKey(text)) ?? text
}

/**
 * Returns a function that finds a known spelling anywhere in a text as whole words, such as the brand in the URL of a
 * product page, and returns its canonical form, or ''. The last of several counts, since shops write 'model, brand,
 * indices'.
 */
export function spellingFinder(...tables: Spellings[]): (text: string) => string {
  const known = spellingIndex(tables)
  const longestFirst = [...known.keys()].sort((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return () => ''
  const alternatives = longestFirst.map((key) => key.split(' ').map(escaped).join('[\\s_-]+')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'giu')
  return (text) => {
    const last = text.match(pattern)?.at(-1)
    return last === undefined ? '' : (known.get(spellingKey(last)) ?? '')
  }
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

function spellingIndex(tables: Spellings[]): Map<string, string> {
  const known = new Map<string, string>()
  for (const table of tables) {
    for (const [canonical, others] of Object.entries(table)) {
      for (const spelling of [canonical, ...others]) known.set(spellingKey(spelling), canonical)
    }
  }
  return known
}

function spellingKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

/** Shortest spelling that can be recognised within a text. */
const MIN_LENGTH = 3

/** Omits short spellings: a single letter means a season in a column of its own, but not within a text. */
export function withoutAbbreviations(table: Spellings): Spellings {
  return Object.fromEntries(
    Object.entries(table).map(([canonical, others]) => [
      canonical,
      others.filter(({ length }) => length >= MIN_LENGTH),
    ]),
  )
}
