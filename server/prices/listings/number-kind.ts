import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import { parseBrand } from '../../matching/brands.ts'
import type { DraftTyre } from '../snapshot-draft.ts'

/** Kind of the numbers in a list's article column. */
export type NumberKind = 'article' | 'code'

interface Evidence {
  /** returns whether a number is an article of a tyre with the same brand and size at another site */
  isKnown(tyre: DraftTyre): boolean
  /** returns whether other sites have articles of a tyre's brand and size at all */
  hasRivals(tyre: DraftTyre): boolean
  /** kind of the site's numbers so far; null for a new site */
  former: NumberKind | null
}

/** Share of known articles from which, and below which, the other sites decide. */
const KNOWN = 0.1
const UNKNOWN = 0.02
/** Number of tyres that the other sites could know, from which their silence counts. */
const COMPARABLE = 50
/** Numbers and brands from which the shapes of the numbers say something. */
const LEAST_NUMBERS = 40
const LEAST_BRANDS = 4
/** Share of the shapes' entropy that the brand must explain: about 0.85 for articles, 0.3 for suppliers' codes. */
const EXPLAINED = 0.6

/** Decides a list's kind of numbers by known articles, or else by shapes, which differ by brand for articles only. */
export function numberKind(list: readonly DraftTyre[], { isKnown, hasRivals, former }: Evidence): NumberKind {
  const numbered = list.filter(({ specs }) => specs.article !== '')
  // A list with a column of codes of its own has articles in the other one.
  if (numbered.filter(({ code }) => code !== '').length > numbered.length / 2) return 'article'
  const comparable = numbered.filter(hasRivals)
  const known = comparable.filter(isKnown).length
  if (known >= Math.max(1, comparable.length * KNOWN)) return 'article'
  if (former !== null) return former
  const explained = explainedByBrand(
    numbered.map(({ specs: { article, brand } }) => ({ number: article, brand })),
  )
  if (explained !== null && explained < EXPLAINED) return 'code'
  return comparable.length >= COMPARABLE && known < comparable.length * UNKNOWN && explained !== null
    ? 'code'
    : 'article'
}

/** Returns the share of the shapes' entropy that the brand explains, 0 to 1; null if the list is too short. */
export function explainedByBrand(numbers: readonly { number: string; brand: string }[]): number | null {
  const numbered = numbers.filter(({ brand }) => brand !== '')
  if (numbered.length < LEAST_NUMBERS) return null
  const all = new Map<string, number>()
  const byBrand = new Map<string, Map<string, number>>()
  for (const { number, brand } of numbered) {
    const shape = shapeOf(number)
    const own = getOrAdd(byBrand, parseBrand(brand).family, () => new Map<string, number>())
    for (const counts of [all, own]) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  if (byBrand.size < LEAST_BRANDS) return null
  const total = entropy(all)
  if (total === 0) return 0
  let within = 0
  for (const counts of byBrand.values()) within += (sum(counts) / numbered.length) * entropy(counts)
  return (total - within) / total
}

/** Returns the shape of a number: 'TS71912' and 'TS32042' are 'A99999'. */
const shapeOf = (number: string): string =>
  number
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
    .replace(/\p{L}+/gu, 'A')
    .replace(/\d/g, '9')

function entropy(counts: ReadonlyMap<string, number>): number {
  const total = sum(counts)
  let bits = 0
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total)
  return bits
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}
