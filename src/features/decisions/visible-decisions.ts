import type { Decision } from '../../../contract/decisions/decision.ts'
import { effectOf, needsLook } from './effect.ts'

/** Filter of the displayed decisions. */
export type Show = 'all' | 'look' | 'same'

export const SHOW_NAMES: Readonly<Record<Show, string>> = {
  all: 'Все',
  look: 'Требуют взгляда',
  same: 'Без изменения',
}

const SHOWN: Readonly<Record<Show, (decision: Decision) => boolean>> = {
  all: () => true,
  look: needsLook,
  same: ({ now, price }) => now === price,
}

/** Order of the displayed decisions. */
export type DecisionOrder = 'added' | 'name' | 'change'

export const ORDER_NAMES: Readonly<Record<DecisionOrder, string>> = {
  added: 'Как добавлены',
  name: 'По названию',
  change: 'По изменению',
}

const byAlphabet = new Intl.Collator('ru', { numeric: true }).compare
const sizeOfChange = (decision: Decision): number => Math.abs(effectOf(decision).change ?? 0)

/**
 * Returns the decisions to display, filtered and sorted.
 * @param text each of its words must occur in name, brand, size, article, city or comment
 */
export function visibleDecisions(
  decisions: readonly Decision[],
  show: Show,
  text: string,
  order: DecisionOrder,
): readonly Decision[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = decisions.filter((decision) => {
    if (!SHOWN[show](decision)) return false
    if (words.length === 0) return true
    const { name, brand, size, article, city, comment } = decision
    const where = [name, brand, size, article, city, comment].join(' ').toLowerCase()
    return words.every((word) => where.includes(word))
  })
  if (order === 'name') return found.sort((a, b) => byAlphabet(a.name, b.name))
  if (order === 'change') {
    const sizes = new Map(found.map((decision) => [decision, sizeOfChange(decision)]))
    return found.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
  }
  return found
}
