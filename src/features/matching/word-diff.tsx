/** Part of a name; `differs` if the other name does not have it. */
export interface NamePart {
  text: string
  differs: boolean
}

/** Cyrillic letters that look like Latin ones, which lists mix: 91Т and 91T are the same index. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
}

const fold = (word: string): string =>
  word.toLowerCase().replace(/[авеёкмнорстух]/g, (letter) => LOOK_ALIKES[letter] ?? letter)

/** Words, as folded, that say nothing about a tyre. */
const MEANINGLESS = new Set(['шина', 'шины', 'автошина', 'автошины', 'покрышка', 'TL'].map(fold))

/**
 * Words are runs of letters, and numbers; '205/55R16' has the words 205, 55, R and 16. 'Run Flat' is one word, 'г.в.' is
 * another, 'ZR' before a number is R, and a sign at the end of a word, such as the star of a car maker, is a word of its own.
 */
const WORD =
  /(?<!\p{L})run[\s-]?flat(?!\p{L})|(?<!\p{L})z\s?r(?=\s?\d)|(?<!\p{L})г\.(?:\s?в\.?)?(?!\p{L})|\p{L}+|\d+(?:[.,]\d+)?|[*★#+](?![\p{L}\d])/giu

const SYNONYMS: Readonly<Record<string, string>> = { zr: 'r', '★': '*' }

interface Word {
  folded: string
  from: number
  to: number
}

const wordsOf = (name: string): Word[] =>
  [...name.matchAll(WORD)].map(({ 0: word, index }) => {
    const folded = fold(word)
      .replace(',', '.')
      .replace(/[\s-]|\.(?!\d)/g, '')
    return { folded: SYNONYMS[folded] ?? folded, from: index, to: index + word.length }
  })

/**
 * Compares two names word by word, regardless of order, case, punctuation and spaces within a word ('Ice Guard' is
 * 'iceGuard').
 * @param brands names of the brands, which never differ: only some sites repeat them in the name
 * @returns the parts of both names; joined, they are the names
 */
export function compareNames(a: string, b: string, brands: readonly string[] = []): [NamePart[], NamePart[]] {
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)]
  const [leftA, leftB] = [unmatched(wordsA, wordsB), unmatched(wordsB, wordsA)]
  for (const brand of brands.map(wordsOf)) {
    removeBrand(brand, wordsA, leftA)
    removeBrand(brand, wordsB, leftB)
  }
  for (const word of [...leftA]) join(word, leftA, wordsB, leftB)
  for (const word of [...leftB]) join(word, leftB, wordsA, leftA)
  return [partsOf(a, wordsA, leftA), partsOf(b, wordsB, leftB)]
}

/** Returns the words that the other name does not have, or has less often. */
function unmatched(words: readonly Word[], others: readonly Word[]): Set<Word> {
  const free = new Map<string, number>()
  for (const { folded } of others) free.set(folded, (free.get(folded) ?? 0) + 1)
  return new Set(
    words.filter(({ folded }) => {
      if (MEANINGLESS.has(folded)) return false
      const count = free.get(folded) ?? 0
      free.set(folded, count - 1)
      return count <= 0
    }),
  )
}

/** Maximum number of words that another list writes as one. */
const MAX_JOINED = 3

/** Removes a word, and the consecutive words of the other name that are the same when joined, from the differences. */
function join(word: Word, left: Set<Word>, others: readonly Word[], leftOthers: Set<Word>): void {
  for (const from of others.keys()) {
    for (let count = 2; count <= MAX_JOINED; count++) {
      const run = others.slice(from, from + count)
      if (run.length < count || run.map(({ folded }) => folded).join('') !== word.folded) continue
      left.delete(word)
      for (const other of run) leftOthers.delete(other)
      return
    }
  }
}

/** Removes the words of a brand from the differences of a name, also if they are joined in one of the two. */
function removeBrand(brand: readonly Word[], words: readonly Word[], left: Set<Word>): void {
  const known = new Set(brand.map(({ folded }) => folded))
  for (const word of brand) join(word, new Set(), words, left)
  for (const word of [...left]) {
    if (known.has(word.folded)) left.delete(word)
    else join(word, left, brand, new Set())
  }
}

/** Divides a name into equal and different parts. Differing words with only a space between them are one part. */
function partsOf(name: string, words: readonly Word[], differing: ReadonlySet<Word>): NamePart[] {
  const parts: NamePart[] = []
  let at = 0
  for (const word of words) {
    if (!differing.has(word)) continue
    const last = parts.at(-1)
    const between = name.slice(at, word.from)
    if (last?.differs && /^\s?$/.test(between)) last.text += between + name.slice(word.from, word.to)
    else {
      if (between !== '') parts.push({ text: between, differs: false })
      parts.push({ text: name.slice(word.from, word.to), differs: true })
    }
    at = word.to
  }
  if (at < name.length) parts.push({ text: name.slice(at), differs: false })
  return parts
}

/** Name whose words that the other name does not have are marked, and listed for screen readers. */
export function MarkedName({ parts }: { parts: readonly NamePart[] }) {
  const differing = parts.filter(({ differs }) => differs).map(({ text }) => text)
  return (
    <>
      {parts.map(({ text, differs }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other identity
        return differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>
      })}
      {differing.length > 0 && <span className="visually-hidden"> (отличается: {differing.join(', ')})</span>}
    </>
  )
}
