import type { TyreDescription } from './description.ts'

/**
 * Weighs the words of a brand's model lines by rarity: a word of one line decides more than one of many lines
 * ('WINTER', 'SPORT').
 * @returns weights from 0.2 (in every line) to 1 (in one line)
 */
export function wordWeights(descriptions: Iterable<TyreDescription>): (family: string) => WordWeight {
  const linesOf = new Map<string, Set<string>>()
  for (const { family, model } of descriptions) {
    const lines = linesOf.get(family) ?? new Set()
    linesOf.set(family, lines)
    lines.add(model.join(' '))
  }
  const weights = new Map<string, WordWeight>()
  return (family) => {
    const known = weights.get(family)
    if (known) return known
    const lines = linesOf.get(family) ?? new Set<string>()
    const counts = new Map<string, number>()
    for (const line of lines)
      for (const word of new Set(line.split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1)
    const most = Math.log(1 + lines.size)
    const weightOf = (word: string): number => {
      const count = counts.get(word) ?? 1
      return lines.size < 2 ? 1 : Math.max(0.2, Math.log((1 + lines.size) / count) / most)
    }
    weights.set(family, weightOf)
    return weightOf
  }
}

/** How the words of two model lines correspond; weights are between 0 and 1 per word. */
interface ModelSimilarity {
  /** weight of the words that both have */
  common: number
  /** words that only the first or only the second has */
  onlyA: readonly string[]
  onlyB: readonly string[]
  /** share of common character pairs of the joined words, 0 to 1 */
  pairs: number
  /** whether a second name in brackets is what fits */
  aside: boolean
  /** whether a model code is common: letters and digits, or at least three digits */
  codeInCommon: boolean
  /** whether a word other than a version is common */
  nameInCommon: boolean
}

export type WordWeight = (word: string) => number

/** Compares the model lines of two descriptions; a second name in brackets counts if it fits better. */
export function compareModels(a: TyreDescription, b: TyreDescription, weightOf: WordWeight): ModelSimilarity {
  let best: ModelSimilarity | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const wordsA of namesOf(a)) {
    for (const wordsB of namesOf(b)) {
      const similarity = compareWords(wordsA, wordsB, weightOf)
      const value =
        similarity.common - 0.7 * (weigh(similarity.onlyA, weightOf) + weigh(similarity.onlyB, weightOf))
      if (value > most) {
        most = value
        best = similarity
        best.aside = wordsA === a.aside || wordsB === b.aside
      }
    }
  }
  return best as ModelSimilarity
}

const namesOf = ({ model, aside }: TyreDescription): (readonly string[])[] =>
  aside.length === 0 ? [model] : [model, aside, [...model, ...aside]]

export const weigh = (words: readonly string[], weightOf: WordWeight): number =>
  words.reduce((sum, word) => sum + weightOf(word), 0)

/** Longest run of words that may be one word at another site: 'ICE GUARD', 'IG 55'. */
const MAX_RUN_LENGTH = 4

function compareWords(
  wordsA: readonly string[],
  wordsB: readonly string[],
  weightOf: WordWeight,
): ModelSimilarity {
  const openA = new Array<boolean>(wordsA.length).fill(true)
  const openB = new Array<boolean>(wordsB.length).fill(true)
  let common = 0
  let codeInCommon = false
  let nameInCommon = false
  let starts = runStarts(wordsA, wordsB)
  // Equal runs, the shortest first: a word, then words that one of the two writes together.
  for (let total = 2; starts.length > 0 && total <= MAX_RUN_LENGTH * 2; total++) {
    for (
      let lengthA = Math.max(1, total - MAX_RUN_LENGTH);
      lengthA <= Math.min(MAX_RUN_LENGTH, total - 1);
      lengthA++
    ) {
      const lengthB = total - lengthA
      for (const [i, j] of starts) {
        if (i + lengthA > wordsA.length || j + lengthB > wordsB.length) continue
        if (!isOpen(openA, i, lengthA) || !isOpen(openB, j, lengthB)) continue
        const run = join(wordsA, i, lengthA)
        if (join(wordsB, j, lengthB) !== run) continue
        openA.fill(false, i, i + lengthA)
        openB.fill(false, j, j + lengthB)
        common += Math.max(weighRun(wordsA, i, lengthA, weightOf), weighRun(wordsB, j, lengthB, weightOf))
        codeInCommon ||= isCode(run)
        nameInCommon ||= !isVersion(run)
      }
    }
    starts = starts.filter(([i, j]) => openA[i] && openB[j])
  }
  // Similar words: a typing error in a long word, or a code with one letter more ('PA02', 'PA02J').
  for (let i = 0; i < wordsA.length; i++) {
    if (!openA[i]) continue
    for (let j = 0; j < wordsB.length; j++) {
      if (!openB[j] || !areSimilar(wordsA[i] as string, wordsB[j] as string)) continue
      openA[i] = false
      openB[j] = false
      common += 0.7 * Math.max(weightOf(wordsA[i] as string), weightOf(wordsB[j] as string))
      codeInCommon ||= isCode(wordsA[i] as string)
      nameInCommon = true
      break
    }
  }
  return {
    common,
    onlyA: wordsA.filter((_, i) => openA[i]),
    onlyB: wordsB.filter((_, j) => openB[j]),
    pairs: pairShare(wordsA.join(''), wordsB.join('')),
    aside: false,
    codeInCommon,
    nameInCommon,
  }
}

/** Returns where equal runs can begin: at words of which one begins with the other. Almost no two words do. */
function runStarts(wordsA: readonly string[], wordsB: readonly string[]): (readonly [number, number])[] {
  const starts: (readonly [number, number])[] = []
  for (const [i, a] of wordsA.entries()) {
    for (const [j, b] of wordsB.entries()) if (a.startsWith(b) || b.startsWith(a)) starts.push([i, j])
  }
  return starts
}

function isOpen(open: readonly boolean[], from: number, length: number): boolean {
  for (let i = from; i < from + length; i++) if (!open[i]) return false
  return true
}

function join(words: readonly string[], from: number, length: number): string {
  if (length === 1) return words[from] as string
  return words.slice(from, from + length).join('')
}

function weighRun(words: readonly string[], from: number, length: number, weightOf: WordWeight): number {
  let sum = 0
  for (let i = from; i < from + length; i++) sum += weightOf(words[i] as string)
  return sum
}

const HAS_DIGIT = /\d/

/** A model code: letters with at least two digits or letters, or three digits; not a version ('2', 'EVO3'). */
const isCode = (word: string): boolean => /\d{3}|[A-Z]\d{2}|\d{2}[A-Z]|[A-Z]{2}\d|[A-Z]\d[A-Z]/.test(word)

/** A version is a bare number: 'Snow Cross 2', 'Hakkapeliitta 10'; from 30 on it is a load index without its speed. */
export const isVersion = (word: string): boolean => /^[12]?\d$/.test(word)

function areSimilar(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (HAS_DIGIT.test(short)) {
    // 'K127' and 'K127A', 'HK131' and 'LCV131', '243' and 'HK243'; never 'K127' and 'K1271'
    const [number, other] = [/\d{2,}/.exec(short)?.[0], /\d{2,}/.exec(long)?.[0]]
    if (number === undefined || number !== other) return false
    return number.length >= 3 || (long.length === short.length + 1 && long.startsWith(short))
  }
  if (HAS_DIGIT.test(long)) return false
  if (short.length >= 3 && long.startsWith(short) && long.length - short.length >= 2) return short.length >= 5
  // 'SOLAR' and 'POLAR' are two models; a letter too many or too few is more often a typing error.
  return short.length >= (short.length === long.length ? 8 : 6) && isOneEditApart(short, long)
}

/** Returns whether one inserted, removed or replaced character makes the words equal. */
function isOneEditApart(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = short.length === long.length ? short.slice(start + 1) : short.slice(start)
  return rest === long.slice(start + 1)
}

/** Returns the Dice coefficient of the words' character pairs. */
function pairShare(a: string, b: string): number {
  if (a === b) return 1
  if (a.length < 2 || b.length < 2) return 0
  const counts = new Map<number, number>()
  for (let i = 0; i < a.length - 1; i++) {
    const pair = pairAt(a, i)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  let common = 0
  for (let j = 0; j < b.length - 1; j++) {
    const pair = pairAt(b, j)
    const left = counts.get(pair) ?? 0
    if (left === 0) continue
    common++
    counts.set(pair, left - 1)
  }
  return (2 * common) / (a.length + b.length - 2)
}

/** Numbers are compared faster than texts of two characters. */
const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)
