import { foldWord, type NameWord, nameWords } from './fold.ts'
import { FILLERS, KIND_WORDS, type Meaning, SYNONYMS } from './synonyms.ts'

/** How surely a name has each of its possible meanings, 0 to 1. */
export type Meanings = Partial<Record<Meaning, number>>

interface Pattern {
  meaning: Meaning
  weight: number
  words: { text: string; open: boolean }[]
}

const PATTERNS: readonly Pattern[] = Object.entries(SYNONYMS).flatMap(([meaning, names]) =>
  Object.entries(names).map(([name, weight]) => ({
    meaning: meaning as Meaning,
    weight,
    words: name
      .split(' ')
      .map((word) => ({ text: foldWord(word.replace('*', '')), open: word.endsWith('*') })),
  })),
)
const FILLING = new Set(FILLERS.map(foldWord))
/** Words that only say of what kind the field is: 'оптовая цена' is no less wholesale than 'оптовая'. */
const KINDS: Readonly<Partial<Record<Meaning, ReadonlySet<string>>>> = Object.fromEntries(
  Object.entries(KIND_WORDS).flatMap(([meanings, words]) =>
    meanings.split(' ').map((meaning) => [meaning, new Set(words.map(foldWord))]),
  ),
)

/** Loss of confidence for each word of a name that matches no pattern. */
const UNEXPLAINED = 0.22
/** The parts of a nested name before the last one tell less. */
const OUTER = 0.95
const SHORTEST_ABBREVIATION = 2

/** Returns the meanings of a column's name. In nested fields ('price.retail') the last part has the most weight. */
export function nameMeanings(name: string): Meanings {
  const bracket = /\[([^\]]+)\]$/u.exec(name)?.[1]
  const path = bracket ?? name
  const meanings: Meanings = {}
  const take = (found: Meanings, factor: number) => {
    for (const [meaning, sureness] of Object.entries(found) as [Meaning, number][]) {
      meanings[meaning] = Math.max(meanings[meaning] ?? 0, sureness * factor)
    }
  }
  take(meaningsOfWords(nameWords(path)), 1)
  const last = path.split(/[.@\]]| \/ /u).at(-1) ?? ''
  if (last !== '' && last !== path) take(meaningsOfWords(nameWords(last)), OUTER)
  return meanings
}

export function meaningsOfWords(words: readonly NameWord[]): Meanings {
  const meanings: Meanings = {}
  for (const { meaning, weight, words: wanted } of PATTERNS) {
    const used = matched(words, wanted)
    if (!used) continue
    const rest = words.filter((word, i) => !used.has(i) && !isFilling(word, meaning))
    const sureness = weight * Math.max(0, 1 - UNEXPLAINED * rest.length)
    meanings[meaning] = Math.max(meanings[meaning] ?? 0, sureness)
  }
  return meanings
}

const isFilling = ({ text }: NameWord, meaning: Meaning) =>
  FILLING.has(text) || /^\d+$/.test(text) || KINDS[meaning]?.has(text) === true

/** The indexes of the words that make up a pattern; null if one is missing. */
function matched(words: readonly NameWord[], wanted: Pattern['words']): Set<number> | null {
  const used = new Set<number>()
  for (const { text, open } of wanted) {
    const at = words.findIndex((word, i) => !used.has(i) && stands(word, text, open))
    if (at === -1) return null
    used.add(at)
  }
  return used
}

function stands({ text, shortened }: NameWord, wanted: string, open: boolean): boolean {
  if (text === wanted) return true
  if (open && text.startsWith(wanted)) return true
  return shortened && text.length >= SHORTEST_ABBREVIATION && wanted.startsWith(text)
}
