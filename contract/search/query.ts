import { cutQuery } from './cut-query.ts'
import { otherLayout } from './layouts.ts'
import { isFiller, joinPhrases, type Meaning, meaningsOf } from './meanings.ts'
import { inLatin, plainText } from './plain-text.ts'
import { isDiameter, isMetricWidth, type SizeParts, sizeAt, unfinishedSizeAt } from './tyre-sizes.ts'

/** Load index such as '104/102' and speed index such as 'R'. */
interface Indices {
  load: string
  speed: string
}

/** One interpretation of a part of a query. */
export type Reading =
  | { kind: 'size'; size: SizeParts }
  /** '91T', '104/102R' */
  | ({ kind: 'indices' } & Indices)
  | { kind: 'load'; load: string }
  | { kind: 'meaning'; meaning: Meaning }
  /** word of a name, looked up by its transliteration */
  | { kind: 'word'; word: string }
  /** normalised article, or a part of one */
  | { kind: 'article'; article: string }

/** A part of a query; a tyre must match at least one of its readings. */
export interface QueryPart {
  readings: readonly Reading[]
  /** readings of the same keys in the other keyboard layout, used if `readings` find nothing */
  retyped: readonly Reading[]
}

/** A parsed query, interpreted as far as possible without the catalog. */
export interface SearchQuery {
  parts: readonly QueryPart[]
  /** the whole query as one normalised article; '' if it is too short */
  article: string
}

const MAX_PARTS = 12
/** Minimum length of a part of an article; shorter texts match only whole articles. */
export const SHORTEST_ARTICLE = 4

const INDICES = /(\d{2,3})(?:\s?\/\s?(\d{2,3}))?(\s?)\(?([a-zтнврксмуке])\)?(?![\p{L}\p{N}])/uy
const SPEED_LETTERS = new Map([...'тнврксмуе'].map((letter, i) => [letter, 'thvrksmye'[i] as string]))
const LOADS = { least: 50, most: 215 }
const WORD = /[\p{L}\p{N}]+(?:\.\d+)?/uy
/** Matches the position between a word and a number that have no space between them: 'нордман5', 'зима16'. */
const RUN_TOGETHER = /(?<=(?<!\p{L})\p{L}{4,})(?=\d)|(?<=(?<![\p{L}\p{N}.])\d{1,3})(?=\p{L}{3,})/gu
const UNFINISHED_RIM = /z?[rр]\d?\s?$/uy

/** Parses a query; characters beyond QUERY_LENGTH are ignored. */
export function readQuery(text: string): SearchQuery {
  // Cut again, because normalisation can turn one compatibility character into eighteen characters.
  const plain = joinPhrases(cutQuery(plainText(cutQuery(text))))
    .replace(RUN_TOGETHER, ' ')
    .trim()
  const parts = partsOf(plain)
  const meant = parts.filter(({ filler }) => !filler)
  return {
    parts: (meant.length > 0 ? meant : parts).slice(0, MAX_PARTS),
    article: wholeArticleOf(plain),
  }
}

/**
 * Parses the query as if typed in the other keyboard layout. Keys that are punctuation in one layout may be letters in
 * the other.
 */
export function readRetyped(text: string): SearchQuery {
  const chunks = plainText(cutQuery(text)).split(/(\s+)/)
  return readQuery(chunks.map((chunk) => (/\d/.test(chunk) ? chunk : otherLayout(chunk))).join(''))
}

/**
 * Removes load and speed indices, which suppliers often state differently; undefined unless the query has both
 * indices and a size.
 */
export function withoutIndices({ parts }: SearchQuery): SearchQuery | undefined {
  const others = parts.filter(({ readings }) => readings.every(({ kind }) => kind !== 'indices'))
  const isSized = others.some(({ readings }) =>
    readings.some((reading) => reading.kind === 'size' && reading.size.width !== undefined),
  )
  return isSized && others.length < parts.length ? { parts: others, article: '' } : undefined
}

/** Returns the sizes (except rims alone) and the load and speed indices of a plain text. */
export function sizesAndIndicesOf(plain: string): { sizes: SizeParts[]; indices: Indices[] } {
  const sizes: SizeParts[] = []
  const indices: Indices[] = []
  let at = 0
  while (at < plain.length) {
    const size = sizeAt(plain, at)
    const found = size ?? indicesAt(plain, at, sizes.length > 0)
    if (size?.size.width !== undefined) sizes.push(size.size)
    if (found && 'load' in found) indices.push(found)
    WORD.lastIndex = at
    at = found?.end ?? at + (WORD.exec(plain)?.[0].length ?? 1)
  }
  return { sizes, indices }
}

function partsOf(plain: string): (QueryPart & { filler: boolean })[] {
  const parts: (QueryPart & { filler: boolean })[] = []
  let sized = false
  let rimmed = false
  let afterWord = false
  let at = 0
  const add = (end: number, readings: Reading[], retyped: Reading[] = [], filler = false) => {
    parts.push({ readings, retyped, filler })
    at = end
  }
  while (at < plain.length) {
    const size = sizeAt(plain, at) ?? unfinishedSizeAt(plain, at)
    if (size) {
      const text = plain.slice(at, size.end)
      // A second rim is part of the name: 'RF10'.
      const isName = rimmed && size.size.width === undefined
      add(size.end, [
        { kind: 'size', size: size.size },
        ...(isName ? [{ kind: 'word', word: text } as const] : []),
        ...(size.packed ? articleReadings(text) : []),
      ])
      sized ||= size.size.width !== undefined
      rimmed ||= size.size.diameter !== undefined
      afterWord = false
      continue
    }
    const indices = indicesAt(plain, at, sized)
    if (indices) {
      add(indices.end, indices.readings)
      afterWord = false
      continue
    }
    UNFINISHED_RIM.lastIndex = at
    if (sized && UNFINISHED_RIM.test(plain)) break
    WORD.lastIndex = at
    const word = WORD.exec(plain)?.[0]
    if (word === undefined) {
      at += 1
      continue
    }
    const read = readingsOf(word, sized, afterWord && (rimmed || !sized))
    add(at + word.length, read, retypedOf(plain, word, at), isFiller(word))
    afterWord = read.some(({ kind }) => kind === 'word') && !read.some(({ kind }) => kind === 'meaning')
  }
  return parts
}

function indicesAt(plain: string, from: number, sized: boolean) {
  INDICES.lastIndex = from
  const match = INDICES.exec(plain)
  if (!match) return undefined
  const [text, load = '', second, space, letter = ''] = match
  const isLoad = Number(load) >= LOADS.least && Number(load) <= LOADS.most
  if (!isLoad || (space !== '' && !sized)) return undefined
  const found = {
    load: second === undefined ? load : `${load}/${second}`,
    speed: SPEED_LETTERS.get(letter) ?? letter,
  }
  const readings: Reading[] = [{ kind: 'indices', ...found }]
  if (second === undefined) readings.push({ kind: 'word', word: text.replace(/[\s()]/g, '') })
  return { ...found, readings, end: from + text.length }
}

function readingsOf(word: string, sized: boolean, inName: boolean): Reading[] {
  const meant = meaningsOf(word).map((meaning): Reading => ({ kind: 'meaning', meaning }))
  const number = /^\d+(\.5)?$/.test(word) ? Number(word) : undefined
  const readings = [...meant, ...(number === undefined ? [] : numberReadings(number, sized))]
  // A number that may be a rim is a word only where a name may continue: 'Grip 20', but not 'зима 16'.
  const isRim = number !== undefined && isUsualRim(number)
  if (!isRim || inName) readings.push({ kind: 'word', word })
  return [...readings, ...articleReadings(word)]
}

function numberReadings(number: number, sized: boolean): Reading[] {
  const readings: Reading[] = []
  if (isDiameter(number)) readings.push({ kind: 'size', size: { diameter: number } })
  if (isMetricWidth(number) && !sized) readings.push({ kind: 'size', size: { width: number } })
  if (number >= LOADS.least && number <= LOADS.most) readings.push({ kind: 'load', load: String(number) })
  return readings
}

const isUsualRim = (number: number): boolean => isDiameter(number) && number > 12

/**
 * Keys that are punctuation in the Latin layout and letters in the Cyrillic one: a word beside them is not a complete
 * word.
 */
const LETTER_MARKS = /[[\];'`]/

function retypedOf(plain: string, word: string, from: number): Reading[] {
  const other = otherLayout(word)
  if (other === word) return []
  const beside = `${plain[from - 1] ?? ''}${plain[from + word.length] ?? ''}`
  if (/[a-z]/.test(word) && LETTER_MARKS.test(beside)) return []
  const words = other.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.join('') !== other) return []
  const meant = meaningsOf(other).map((meaning): Reading => ({ kind: 'meaning', meaning }))
  return [...meant, { kind: 'word', word: other }, ...articleReadings(other)]
}

const articleReadings = (word: string): Reading[] => {
  const article = articleOf(word)
  return article === '' ? [] : [{ kind: 'article', article }]
}

/** Returns the normalised article; '' if the word has no digit or is as short as the numbers in names. */
function articleOf(word: string): string {
  const article = normalisedArticle(word)
  return article.length >= SHORTEST_ARTICLE && /\d/.test(article) ? article : ''
}

/** Returns the whole query as a normalised article, even without a digit; '' if it is shorter than two characters. */
function wholeArticleOf(plain: string): string {
  const article = normalisedArticle(plain)
  return article.length >= 2 ? article : ''
}

/** Normalises an article in plain text: no separators, and Latin letters for look-alike Cyrillic ones. */
export const normalisedArticle = (plain: string): string => inLatin(plain.replace(/[^\p{L}\p{N}]/gu, ''))
