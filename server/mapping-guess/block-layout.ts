import type { Block } from '../import/readers/blocks.ts'
import type { RawCell } from '../import/readers/columns.ts'
import { cleanText } from '../import/values/text.ts'
import { nameMeanings } from './name-meanings.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'

/** Maximum number of tables beside each other. */
const MAX_BLOCKS = 20
const MIN_NAMED = 0.5

/** Finds tables beside each other: a header whose names, with a tyre's and a price's among them, are repeated. */
export function findBlocks(header: readonly RawCell[]): Block[] | null {
  const names = header.map((cell) => cleanText(String(cell ?? '').slice(0, 100)).toLowerCase())
  for (const [first, name] of names.entries()) {
    if (name === '') continue
    const starts = names.flatMap((other, at) => (other === name ? [at] : []))
    if (starts[0] !== first || starts.length < 2 || starts.length > MAX_BLOCKS) continue
    const parts = starts.map((from, i) => trimmed(names.slice(from, starts[i + 1])))
    const [own] = parts as [string[], ...string[][]]
    const isSame = parts.every((part) => signature(part) === signature(own))
    if (isSame && isTable(own)) return starts.map((from) => ({ from: from + 1, to: from + own.length }))
  }
  return null
}

/** Returns what the names mean, since 'Розн.' and 'Розница' are one column. */
const signature = (names: readonly string[]): string => names.map(meaningOf).join('\n')

function meaningOf(name: string): string {
  const [best] = Object.entries(nameMeanings(name)).sort(([, a], [, b]) => b - a)
  return best && best[1] > MIN_NAMED ? best[0] : name
}

const trimmed = (names: readonly string[]): string[] =>
  names.slice(0, names.findLastIndex((name) => name !== '') + 1)

function isTable(names: readonly string[]): boolean {
  const has = (...wanted: ColumnMeaning[]) =>
    names.some((name) => {
      const meanings = nameMeanings(name)
      return wanted.some((meaning) => (meanings[meaning] ?? 0) >= MIN_NAMED)
    })
  return has('name', 'article', 'model', 'size') && has('retail', 'opt', 'cost', 'price')
}

/** Returns the note about tables beside each other for the person. */
export const blockNote = ({ blocks }: { blocks?: readonly Block[] }): { notes?: string[] } =>
  blocks ? { notes: [`Таблицы рядом читаются одна за другой: ${blocks.length}`] } : {}
