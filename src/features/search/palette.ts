import { otherLayout } from '../../../contract/search/layouts.ts'
import { plainText, wordsOf } from '../../../contract/search/plain-text.ts'

/** Item of the dialog other than a tyre: a page or an action of the app. */
export interface PaletteItem {
  /** identifier, unique among all items */
  key: string
  /** heading of its group */
  group: string
  label: string
  /** key sequence with the same effect; '' for none */
  keys: string
  /** further words by which it is found */
  words: string
  run(): void
}

export interface PaletteGroup {
  name: string
  items: readonly PaletteItem[]
}

/** Maximum number of items per group, so that tyres stay in reach. */
const MOST = 6
/** Minimum length of a query; one letter would find half of everything. */
const SHORTEST = 2

/**
 * Returns the items in which each typed word is a prefix of a word, as typed or in the other keyboard layout, by
 * group.
 */
export function paletteGroups(items: readonly PaletteItem[], query: string): PaletteGroup[] {
  const plain = plainText(query)
  const found = [plain, otherLayout(plain)].map((typed) => matching(items, wordsOf(typed)))
  const fitting = found.find((some) => some.length > 0) ?? []
  const names = [...new Set(fitting.map(({ group }) => group))]
  return names.map((name) => ({ name, items: fitting.filter(({ group }) => group === name).slice(0, MOST) }))
}

function matching(items: readonly PaletteItem[], typed: readonly string[]): PaletteItem[] {
  if (typed.join('').length < SHORTEST) return []
  return items.filter(({ label, words }) => {
    const known = wordsOf(plainText(`${label} ${words}`))
    return typed.every((word) => known.some((one) => one.startsWith(word)))
  })
}
