import { otherLayout } from '../../../contract/search/layouts.ts'
import { plainText, wordsOf } from '../../../contract/search/plain-text.ts'

/** What the dialog finds beside tyres: a page, an action, whatever the app gives it. */
export interface PaletteItem {
  /** unique among all of them */
  key: string
  /** its heading */
  group: string
  label: string
  /** the keys that do the same, one after the other; '' for none */
  keys: string
  /** by which it is found, too */
  words: string
  run(): void
}

export interface PaletteGroup {
  name: string
  items: readonly PaletteItem[]
}

/** Of each group, so that tyres stay in reach. */
const MOST = 6
/** One letter would find half of everything. */
const SHORTEST = 2

/** The items of which each typed word begins a word, as typed or in the other keyboard layout; in their order, by group. */
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
