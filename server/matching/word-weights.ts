import type { TyreDescription } from './description.ts'
import type { WordWeight } from './model-similarity.ts'

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
