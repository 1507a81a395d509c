import { otherLayout } from '../../../contract/search/layouts.ts'
import { plainText, wordsOf } from '../../../contract/search/plain-text.ts'

/** Page or action of the app that the search dialog offers beside tyres. */
export interface PaletteItem {
  /** identifier, unique among all palette items */
  key: string
  /** heading of the item's group */
  group: string
  label: string
  /** shortcut that does the same; '' for none */
  keys: string
  /** further words by which the item is found */
  words: string
  run(): void
}

export interface PaletteGroup {
  name: string
  items: readonly PaletteItem[]
}

/** Maximum number of items per group, so that the tyres below stay in view. */
const MOST = 6
/** Minimum number of letters in a query; a single letter would match half of the items. */
const SHORTEST = 2

/** Returns the items, by group, whose words begin with each typed word, in either keyboard layout. */
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
