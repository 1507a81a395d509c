import { groupsIn } from '../import/compile/extract.ts'
import { linearPattern } from '../import/linear-pattern.ts'
import { canonicalDiameter } from '../import/values/size.ts'

const START = String.raw`(?:^|[^\d.,/])(?<size>(?:LT|P|ST|AT)?`
const WIDTH = String.raw`(?<width>\d{2,3}(?:[.,]\d{1,2})?)`
const HEIGHT = String.raw`(?<height>\d{1,3}(?:[.,]\d{1,2})?)`
/** R, perhaps after a speed letter: ZR, SR, VR; L marks a low agricultural tyre. */
const RADIAL = String.raw`[HLQSTVZ]?\s?R`
const RIM = String.raw`(?<diameter>(?:[12]\d|3[0-8]|4[02468]|[89])(?:[.,]\d)?\s?[CС]?)`
const MILLIMETRES = '330|381|406|457|508|559|572|610'
const END = String.raw`(?:\s?LT)?)(?:[^\dA-Za-zА-Яа-яЁё.,]|[.,](?:\D|$)|XL|TL|$)`

/**
 * Notations of a tyre size in texts, most common first. Each captures width, height and diameter as far as it has
 * them, and the whole size.
 */
const SIZES: readonly string[] = [
  // 205/55R16, 205/55 ZR 16, 205/55Z R16, 205/55-16, 205/55/16, 205x55x16, 31x10.5R15
  String.raw`${START}${WIDTH}\s?[/\\xXхХ*]\s?${HEIGHT}[\s/]*(?:${RADIAL}|B|D|-|–|/|\s|[xX*]R?)F?[\s-]*${RIM}${END}`,
  // R15 185/65
  String.raw`(?<size>R(?<diameter>\d\d(?:[.,]5)?[CС]?)\s+(?<width>\d{3})/(?<height>\d{2}))(?:\D|$)`,
  // 205 55 R16, 205-55-16
  String.raw`${START}(?<width>\d{3})[\s-](?<height>\d{2})[\s-]+(?:${RADIAL})?\s?${RIM}${END}`,
  // 185R14C, 175SR14, 10.00R20, 8,25 R20, 9R22.5
  String.raw`${START}(?<width>\d{2,3}(?:[.,]\d{1,2})?|\d[.,]\d{1,2}|[7-9])\s?${RADIAL}[\s-]?${RIM}${END}`,
  // 6.50-16, 12-16.5
  String.raw`${START}(?<width>\d{1,2}[.,]\d{1,2})\s?-\s?${RIM}${END}`,
  String.raw`${START}(?<width>1\d)\s?-\s?(?<diameter>1[5-9][.,]5)${END}`,
  // 260R508, 320-508: the rim in millimetres
  String.raw`${START}(?<width>[1-4]\d{2})\s?(?:R|-)\s?(?<diameter>${MILLIMETRES})[PР]?${END}`,
]

const LOAD = String.raw`(?<load>(?:[3-9]\d|1\d\d|20\d)(?:/(?:\d{2,3}))?)`

/** Notations of the indices: 91T, 109/107R, 103(Y); then with a space in between. */
const INDEXES: readonly string[] = [
  String.raw`(?:^|[\s,;(])${LOAD}\(?(?<speed>[A-HJ-NP-WY]\d?)\)?(?:[\s,;)/]|$)`,
  String.raw`\s(?<load>(?:[6-9]\d|1\d\d)(?:/\d{2,3})?)\s(?<speed>[H-NP-WY])(?:[\s,;)/]|$)`,
  // R16C 110/108, without a speed letter
  String.raw`(?:R|-)\s?\d\d(?:[.,]\d)?\s?(?:C|LT)?\s+(?<load>(?:[7-9]\d|1\d\d|20\d)/(?:[7-9]\d|1\d\d|20\d))(?:[\s,;)]|$)`,
]

/** Expressions with their matches in a column's texts. */
export interface Extraction {
  /** all known notations, since rarer ones may follow after the sample */
  expressions: readonly string[]
  /** share of texts in which an expression matches */
  share: number
  /** groups of the first matching expression, by text */
  found: (Readonly<Record<string, string | undefined>> | null)[]
}

/** Minimum share of records in which a text must match to be worth extracting from. */
export const MIN_SHARE = 0.3

function extraction(expressions: readonly string[], texts: readonly string[]): Extraction {
  const patterns = expressions.map(linearPattern)
  const found = texts.map((text) => {
    if (text === '') return null
    for (const pattern of patterns) {
      const groups = groupsIn(pattern, text)
      if (groups) return groups
    }
    return null
  })
  const present = Math.max(1, texts.filter((text) => text !== '').length)
  return { expressions, share: found.filter(Boolean).length / present, found }
}

export const extractSizes = (texts: readonly string[]): Extraction => extraction(SIZES, texts)

export const extractIndexes = (texts: readonly string[]): Extraction => extraction(INDEXES, texts)

/**
 * Returns true if the texts mark commercial tyres (16C) and the column of diameters does not: the numbers are equal,
 * and some texts add a C.
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
