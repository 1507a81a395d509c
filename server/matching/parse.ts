import { memoize } from '../../contract/lib/memo.ts'
import { parseBrand } from './brands.ts'
import { conditionOf, withoutCondition } from './condition.ts'
import type { ListingText, TyreDescription } from './description.ts'
import { TUBE_WORD, takeMarks } from './marks.ts'
import { takeIndices, takeSize } from './size.ts'
import { fold, TextParts, words } from './text-parts.ts'

/**
 * Parses a listing's description. The name counts before the fields, because suppliers fill the fields from it, and not
 * always rightly.
 */
export function parseListing(listing: ListingText): TyreDescription {
  const brand = parseBrand(listing.brand)
  const condition = conditionOf(listing.name)
  const name = fold(condition === 'new' ? listing.name : withoutCondition(listing.name))
  const kit = KIT.exec(name)
  const parts = new TextParts(kit ? `${name.slice(0, kit.index)} ${TUBE_WORD}` : name)
  const { size, commercial, prefix } = takeSize(parts, listing)
  const { load, speed } = takeIndices(parts, listing)
  for (const word of brand.words) parts.drop(brandPattern(word))
  const marks = takeMarks(parts, listing.season)
  const { model, aside } = modelWords(parts.rest, brand.modelWord, marks.origin)
  return {
    family: brand.family,
    size,
    load,
    speed,
    commercial: commercial || load.includes('/'),
    prefix,
    ...marks,
    condition,
    model,
    aside,
  }
}

/** Number of brands whose patterns are cached. */
const MAX_BRANDS = 5_000

/** Tube that a tyre is sold with, and its size: '9,00R20 TT + Камера 9,00-20 (260-508) вентиль ГК-135'. */
const KIT = /\+\s*KAMEPA(?!\p{L}).*$/u

const brandPattern = memoize((word: string): RegExp => {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/ /g, '[ -]?')
  return words(escaped)
}, MAX_BRANDS)

const BRACKETS = /\(([^()]*)\)/g
/** Maximum number of words that are compared. */
const MAX_WORDS = 12

/** Splits what remains of a name into the words of the model line. */
function modelWords(
  rest: string,
  modelWord: string,
  origin: readonly string[],
): { model: string[]; aside: string[] } {
  const aside: string[] = []
  const outside = rest.replace(BRACKETS, (_, inside: string) => {
    const inner = wordsOf(inside)
    // A code in brackets belongs to the model: 'Alga (НК-531)'.
    if (inner.length === 1 && /\d/.test(inner[0] ?? '')) return ` ${inner[0]} `
    aside.push(...inner)
    return ' '
  })
  const model = wordsOf(outside)
  if (modelWord !== '' && !model.includes(modelWord)) model.unshift(modelWord)
  // A name that consists of marks only: the mark is the model, like NA-1 of Nankang.
  if (model.length === 0 && aside.length === 0) return { model: [...origin], aside }
  if (model.length === 0) return { model: aside.slice(0, MAX_WORDS), aside: [] }
  return { model: model.slice(0, MAX_WORDS), aside: aside.slice(0, MAX_WORDS) }
}

const SYNONYMS: Readonly<Record<string, string>> = {
  II: '2',
  III: '3',
  IV: '4',
  '4X4': 'SUV',
  WINTERI: 'WINTER',
  HKPL: 'HAKKAPELIITTA',
}

function wordsOf(text: string): string[] {
  return text
    .split(/[\s,;()"_]+/)
    .map((word) => word.replace(/[^\p{L}\d+]/gu, ''))
    .filter((word) => word !== '' && word !== '+')
    .map((word) => SYNONYMS[word] ?? word)
}

/** Share of a list's winter tyres with named studs from which the others are taken to have none. */
const NAMES_STUDS = 0.05
/** Number of listings that are looked at. */
const SAMPLE = 2_000

/**
 * Returns whether a site's list names studs: then silence says that a winter tyre has none. In a list that never names
 * them silence says nothing.
 */
export function namesStuds(listings: readonly ListingText[]): boolean {
  const step = Math.max(1, Math.floor(listings.length / SAMPLE))
  let winter = 0
  let studded = 0
  for (let at = 0; at < listings.length; at += step) {
    const { season, studs } = parseListing(listings[at] as ListingText)
    if (season !== 'winter') continue
    winter++
    if (studs) studded++
  }
  return studded > 0 && studded >= winter * NAMES_STUDS
}

/** Completes a description by the habit of its list. */
export function withHabit(description: TyreDescription, saysStuds: boolean): TyreDescription {
  if (saysStuds && description.season === 'winter') description.studs ??= false
  return description
}
