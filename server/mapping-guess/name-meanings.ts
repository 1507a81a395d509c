import { entriesOf, type NameWord, nameWords, soundKey } from './name-text.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'
import { FILLER_WORDS, NEUTRAL_WORDS } from './synonyms/meaning.ts'
import { SYNONYMS } from './synonyms/synonyms.ts'

/** Confidence of each possible meaning of a name, 0 to 1. */
export type Meanings = Partial<Record<ColumnMeaning, number>>

interface Pattern {
  meaning: ColumnMeaning
  weight: number
  words: { text: string; open: boolean }[]
}

const PATTERNS: readonly Pattern[] = Object.entries(SYNONYMS).flatMap(([meaning, byWeight]) =>
  Object.entries(byWeight).flatMap(([weight, names]) =>
    entriesOf(names).map((name) => ({
      meaning: meaning as ColumnMeaning,
      weight: Number(weight),
      words: name
        .split(' ')
        .map((word) => ({ text: soundKey(word.replace('*', '')), open: word.endsWith('*') })),
    })),
  ),
)

/** Loss of confidence per word that no pattern explains. */
const UNEXPLAINED_LOSS = 0.22
/** Factor of the confidence if only the last part of a nested name matches. */
const LAST_PART_FACTOR = 0.95
const MIN_ABBREVIATION_LENGTH = 2

/**
 * Returns the possible meanings of a column's name. Of nested names ('price.retail') the whole path and the last part
 * are tried.
 */
export function nameMeanings(name: string): Meanings {
  const bracket = /\[([^[\]]+)\]$/u.exec(name)?.[1]
  const path = bracket ?? name
  const meanings: Meanings = {}
  const take = (found: Meanings, factor: number) => {
    for (const [meaning, sureness] of Object.entries(found) as [ColumnMeaning, number][]) {
      meanings[meaning] = Math.max(meanings[meaning] ?? 0, sureness * factor)
    }
  }
  take(meaningsOfWords(nameWords(path)), 1)
  const last = path.split(/[.@\]]| \/ /u).at(-1) ?? ''
  if (last !== '' && last !== path) take(meaningsOfWords(nameWords(last)), LAST_PART_FACTOR)
  return meanings
}

export function meaningsOfWords(words: readonly NameWord[]): Meanings {
  const meanings: Meanings = {}
  for (const { meaning, weight, words: wanted } of PATTERNS) {
    const used = matchWords(words, wanted)
    if (!used) continue
    const rest = words.filter((word, i) => !used.has(i) && !isFiller(word, meaning))
    const sureness = weight * Math.max(0, 1 - UNEXPLAINED_LOSS * rest.length)
    meanings[meaning] = Math.max(meanings[meaning] ?? 0, sureness)
  }
  return meanings
}

const isFiller = ({ text }: NameWord, meaning: ColumnMeaning) =>
  FILLER_WORDS.has(text) || /^\d+$/.test(text) || NEUTRAL_WORDS[meaning]?.has(text) === true

/** Returns the indexes of the words that match a pattern; null if one is missing. */
function matchWords(words: readonly NameWord[], wanted: Pattern['words']): Set<number> | null {
  const used = new Set<number>()
  for (const { text, open } of wanted) {
    const at = words.findIndex((word, i) => !used.has(i) && wordMatches(word, text, open))
    if (at === -1) return null
    used.add(at)
  }
  return used
}

/** 'Центр' begins like 'цена'. */
const [PRICE, CENTRE] = ['цен', 'центр'].map(soundKey) as [string, string]

function wordMatches({ text, shortened }: NameWord, wanted: string, open: boolean): boolean {
  if (text === wanted) return true
  if (open && text.startsWith(wanted)) return !(wanted === PRICE && text.startsWith(CENTRE))
  return shortened && text.length >= MIN_ABBREVIATION_LENGTH && wanted.startsWith(text)
}
