import { detach } from '../../contract/lib/memo.ts'
import { ALTERATIONS, type Alteration, type ListAccount } from '../../contract/sources/account.ts'

/** Counts the values that an import reads differently from how the file writes them. */
export interface Alterations {
  /** @param example the value as the file has it, and what became of it */
  add(rule: Alteration, example: string): void
  /** in the order of their first occurrence */
  list(): ListAccount['altered']
}

const LONGEST_EXAMPLE = 200

export function createAlterations(): Alterations {
  const known = new Map<Alteration, { count: number; example: string }>()
  return {
    add(rule, example) {
      const found = known.get(rule)
      if (found) found.count++
      else known.set(rule, { count: 1, example: detach(example.slice(0, LONGEST_EXAMPLE)) })
    },
    list: () => [...known].map(([rule, found]) => ({ rule: ALTERATIONS[rule], ...found })),
  }
}
