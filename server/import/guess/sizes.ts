import { linearPattern } from '../linear-pattern.ts'
import { canonicalDiameter } from '../values/size.ts'

const START = String.raw`(?:^|[^\d.,/])(?:LT|P|ST|AT)?`
const WIDTH = String.raw`(?<width>\d{2,3}(?:[.,]\d{1,2})?)`
const HEIGHT = String.raw`(?<height>\d{1,3}(?:[.,]\d{1,2})?)`
const RIM = String.raw`(?<diameter>(?:[12]\d|3[0-8]|4[02468]|[89])(?:[.,]\d)?\s?[CС]?)`
const END = String.raw`(?:[^\dA-Za-zА-Яа-яЁё.,]|[.,](?:\D|$)|LT|XL|TL|$)`

/** How texts say a tyre's size, the commonest first. Each groups width, height and diameter, as far as it has them. */
const SIZES: readonly string[] = [
  // 205/55R16, 205/55 ZR 16, 205/55-16, 205/55/16, 31x10.5R15
  String.raw`${START}${WIDTH}\s?[/\\xXхХ*]\s?${HEIGHT}[\s/]*(?:Z?R|B|D|-|–|/|\s)F?[\s-]*${RIM}${END}`,
  // R15 185/65
  String.raw`R(?<diameter>\d\d(?:[.,]5)?[CС]?)\s+(?<width>\d{3})/(?<height>\d{2})(?:\D|$)`,
  // 205 55 R16, 205-55-16
  String.raw`${START}(?<width>\d{3})[\s-](?<height>\d{2})[\s-]+Z?R?\s?${RIM}${END}`,
  // 185R14C, 10.00R20
  String.raw`${START}${WIDTH}\s?Z?R\s?${RIM}${END}`,
  // 6.50-16
  String.raw`${START}(?<width>\d{1,2}[.,]\d{1,2})\s?-\s?${RIM}${END}`,
]

const LOAD = String.raw`(?<load>(?:[3-9]\d|1\d\d|20\d)(?:/(?:\d{2,3}))?)`

/** How texts say the indices: 91T, 109/107R, 103(Y); then with a space between. */
const INDEXES: readonly string[] = [
  String.raw`(?:^|[\s,;(])${LOAD}\(?(?<speed>[A-HJ-NP-WYZ]\d?)\)?(?:[\s,;)/]|$)`,
  String.raw`\s(?<load>(?:[6-9]\d|1\d\d)(?:/\d{2,3})?)\s(?<speed>[H-NP-WY])(?:[\s,;)/]|$)`,
]

/** Expressions with what they find in the texts of a column. */
export interface Extraction {
  /** those that are needed */
  expressions: string[]
  /** share of the texts in which one of them matches */
  share: number
  /** by text: the groups of the first expression that matches */
  found: (Readonly<Record<string, string | undefined>> | null)[]
}

/** A further expression must match at least this share of the texts that the others left. */
const WORTHWHILE = 0.01

function extraction(candidates: readonly string[], texts: readonly string[]): Extraction {
  const found: Extraction['found'] = texts.map(() => null)
  const expressions: string[] = []
  const present = Math.max(1, texts.filter((text) => text !== '').length)
  for (const expression of candidates) {
    const pattern = linearPattern(expression)
    const matches = texts.map((text, i) => (found[i] || text === '' ? null : pattern.exec(text)))
    if (matches.filter(Boolean).length < WORTHWHILE * present) continue
    expressions.push(expression)
    for (const [i, match] of matches.entries()) if (match) found[i] = match.groups
  }
  return { expressions, share: found.filter(Boolean).length / present, found }
}

export const extractSizes = (texts: readonly string[]): Extraction => extraction(SIZES, texts)

export const extractIndexes = (texts: readonly string[]): Extraction => extraction(INDEXES, texts)

/**
 * Whether texts tell commercial tyres (16C) that a column of diameters does not: equal where both have a number, and with a C that
 * the column lacks.
 */
export function addsCommercial(texts: Extraction, diameters: readonly string[]): boolean {
  let equal = 0
  let both = 0
  let commercial = 0
  for (const [i, groups] of texts.found.entries()) {
    const text = canonicalDiameter(groups?.diameter?.trim() ?? '')
    const own = canonicalDiameter(diameters[i] ?? '')
    if (text === '' || own === '') continue
    both++
    if (own.endsWith('C')) return false
    if (text.replace('C', '') === own) equal++
    if (text === `${own}C`) commercial++
  }
  return both > 0 && commercial > 0 && equal / both >= 0.95
}
