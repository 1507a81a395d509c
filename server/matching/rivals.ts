import type { Described, TyreDescription } from './description.ts'

/**
 * Number of pairs of one brand, width and diameter up to which every pair is compared. The largest blocks of 20,000
 * listings and 100,000 tyres have some ten thousand.
 */
const MAX_PAIRS = 250_000
/** Maximum number of tyres with which a listing of a larger block is compared; fewer if it has very many listings. */
const MAX_COMPARED = 30
const LEAST_COMPARED = 3

/** Returns the key of the block within which descriptions are compared: brand family, width and diameter. */
export const blockOf = ({ family, size: { width, diameter } }: TyreDescription): string =>
  `${family}|${width}|${diameter}`

/**
 * Returns a function that returns the tyres with which a listing is compared: those of its block. Bounds the time of
 * hostile lists: in a huge block these are only some tyres that share its rarest words.
 */
export function rivalsIn<Tyre extends Described>(
  tyres: readonly Tyre[],
  listings: readonly Described[],
): (description: TyreDescription) => Iterable<Tyre> {
  const blocks = Map.groupBy(tyres, ({ description }) => blockOf(description))
  const counts = new Map<string, number>()
  for (const { description } of listings) {
    const key = blockOf(description)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const indexes = new Map<string, ReadonlyMap<string, readonly Tyre[]>>()
  return (description) => {
    const key = blockOf(description)
    const block = blocks.get(key) ?? []
    const listed = counts.get(key) ?? 0
    if (block.length * listed <= MAX_PAIRS) return block
    const share = Math.floor(MAX_PAIRS / Math.max(listed, block.length))
    const most = Math.max(LEAST_COMPARED, Math.min(MAX_COMPARED, share))
    const byWord = indexes.get(key) ?? indexByWord(block)
    indexes.set(key, byWord)
    const lists = wordsOf(description).map((word) => byWord.get(word) ?? [])
    const rivals = new Set<Tyre>()
    for (const list of lists.sort((a, b) => a.length - b.length)) {
      for (const tyre of list) {
        if (rivals.size === most) return rivals
        rivals.add(tyre)
      }
    }
    return rivals
  }
}

function indexByWord<Tyre extends Described>(block: readonly Tyre[]): Map<string, Tyre[]> {
  const index = new Map<string, Tyre[]>()
  for (const tyre of block) {
    for (const word of wordsOf(tyre.description)) {
      const list = index.get(word)
      if (list) list.push(tyre)
      else index.set(word, [tyre])
    }
  }
  return index
}

const wordsOf = ({ model, aside }: TyreDescription): string[] => [...new Set([...model, ...aside])]
