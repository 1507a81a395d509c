import SearchableMap from 'minisearch/SearchableMap'
import { Articles } from './articles.ts'
import {
  type QueryPart,
  type Reading,
  readQuery,
  readRetyped,
  type SearchQuery,
  withoutIndices,
} from './query.ts'
import { joinedTransliteration, searchTermsOf, sizeFacet, type TyreCells } from './search-terms.ts'
import { ALIAS_SOUNDS, transliterate } from './transliteration.ts'

/** Search results, best first. Positions are the tyres' indexes in the order in which they were added. */
export interface SearchMatches {
  positions: number[]
  /** number of all matches */
  total: number
  /** number of all matches that are preferred at all */
  preferred: number
}

/** Weights of matches. If a tyre matches several readings of a query part, the highest weight counts. */
const WEIGHT = {
  articleWhole: 6,
  articleBeginning: 1.6,
  articleMiddle: 1.1,
  joined: 2.6,
  size: 2.2,
  word: 2,
  meaning: 1.9,
  indices: 1.9,
  load: 0.6,
  /** winter tyres without a word about studs */
  unsaid: 1.2,
  beginning: { least: 1, more: 0.6 },
  slip: 0.7,
} as const
/** Maximum bonus, granted in proportion to the words of brand and model that the query names. */
const COVERED = 0.8
/**
 * Maximum bonus for preferred tyres, such as those with prices. It outweighs a few words of the name that the query does
 * not name, but not a match of another kind.
 */
const PREFERRED = 0.6
/** Minimum length of a prefix: one letter starts too many words. */
const SHORTEST_BEGINNING = 2
const SHORTEST_SLIP = 5
const TWO_SLIPS_FROM = 9
const MAX_TERMS = 3_000

/** Tyres that match a reading. */
interface Fit {
  weight: number
  /** number of words of the tyre's name that the match covers */
  span: number
  tyres: ArrayLike<number>
}

interface Term {
  span: number
  tyres: ArrayLike<number>
}

/**
 * Full-text search over tyres (specification 16.1). Words are looked up in the vocabulary, a radix tree of some ten
 * thousand distinct transliterations, instead of in a hundred thousand descriptions. Every other property is a term of
 * its own.
 */
export class SearchIndex {
  readonly #terms = new Map<string, { span: number; tyres: number[] }>()
  readonly #vocabulary = new SearchableMap<Term[]>()
  readonly #articles = new Articles()
  readonly #lengths: number[] = []
  #finished = false

  /** Number of tyres. */
  get size(): number {
    return this.#lengths.length
  }

  /** Adds a tyre at the next position. Equal matches are returned in the order of their positions. */
  add(specs: TyreCells): void {
    const position = this.#lengths.length
    const { names, length, facets } = searchTermsOf(specs)
    for (const [term, span] of names) this.#post(term, span, position)
    for (const facet of facets) this.#post(facet, 0, position)
    this.#lengths.push(length)
    this.#articles.add(specs.article)
  }

  #post(term: string, span: number, position: number): void {
    const known = this.#terms.get(term)
    if (known) known.tyres.push(position)
    else this.#terms.set(term, { span, tyres: [position] })
  }

  /**
   * Builds the vocabulary in steps, between which the caller can yield to the event loop. Until the last step, searches
   * miss matches of names and articles.
   */
  *finishInSteps(step = 500): Generator<void, void, void> {
    if (this.#finished) return
    let entered = 0
    for (const [term, { span, tyres }] of this.#terms) {
      if (!term.startsWith('=')) this.#vocabulary.set(term, [{ span, tyres }])
      entered += 1
      if (entered % step === 0) yield
    }
    for (const [name, others] of ALIAS_SOUNDS) {
      const terms = this.#vocabulary.get(name) ?? []
      for (const other of others) {
        const known = this.#vocabulary.get(other)
        if (terms.length > 0) this.#vocabulary.set(other, [...(known ?? []), ...terms])
      }
    }
    this.#articles.finish()
    this.#finished = true
  }

  /** Builds the vocabulary at once. */
  finish(): void {
    for (const _ of this.finishInSteps());
  }

  /**
   * Searches.
   * @param limit maximum number of returned positions; `total` counts all matches
   * @param preference from 0 to 1: of two equal matches, the one with the higher preference comes first
   */
  search(
    text: string,
    limit = Number.POSITIVE_INFINITY,
    preference?: (position: number) => number,
  ): SearchMatches {
    const scores = this.#scored(text)
    const found = scored(scores)
    let preferred = 0
    if (preference) {
      for (const position of found) {
        const weight = preference(position)
        scores[position] = (scores[position] as number) + PREFERRED * weight
        if (weight > 0) preferred += 1
      }
    }
    const better = (a: number, b: number) => (scores[b] as number) - (scores[a] as number) || a - b
    return { positions: best(found, limit, better), total: found.length, preferred }
  }

  /**
   * Returns the positions of all matches, in ascending order.
   * @param asTyped whether the other keyboard layout and typing errors are left out
   */
  matching(text: string, asTyped = false): number[] {
    return scored((asTyped ? this.#fitting(readQuery(text)) : this.#scored(text)) ?? new Float32Array())
  }

  /** Returns the score of each position; 0 for tyres that do not match. */
  #scored(text: string): Float32Array {
    const query = readQuery(text)
    const rest = withoutIndices(query)
    return (
      this.#fitting(query, false) ??
      this.#fitting(readRetyped(text), false) ??
      this.#fitting(query, true) ??
      (rest && (this.#fitting(rest, false) ?? this.#fitting(rest, true))) ??
      new Float32Array()
    )
  }

  /**
   * Scores the query; undefined without a match.
   * @param withSlips undefined to match as typed: every part, in none but its own layout
   */
  #fitting(query: SearchQuery, withSlips?: boolean): Float32Array | undefined {
    const fits = query.parts.map((_, i) => this.#fitsOf(query.parts, i, withSlips))
    const canFit = fits.length > 0 && fits.every((of) => of.length > 0)
    const whole = this.#articles.find(query.article, WEIGHT)
    if (!canFit && (whole.length === 0 || withSlips === undefined)) return undefined
    const scores = new Float32Array(this.size)
    let found = canFit && this.#addUp(fits, scores)
    for (const { weight, tyres } of whole) {
      for (const position of tyres) scores[position] = Math.max(scores[position] as number, weight)
      found = true
    }
    return found ? scores : undefined
  }

  /** Sums the weights of tyres that match every part. @returns whether there are any */
  #addUp(parts: readonly Fit[][], scores: Float32Array): boolean {
    /** number of parts, counted from the first, that each tyre matches so far */
    const fitted = new Uint8Array(this.size)
    const covered = new Uint8Array(this.size)
    for (const [i, fits] of parts.entries()) {
      for (const { weight, span, tyres } of fits) {
        for (let n = 0; n < tyres.length; n += 1) {
          const position = tyres[n] as number
          if (fitted[position] !== i) continue
          fitted[position] = i + 1
          scores[position] = (scores[position] as number) + weight
          if (span > 0) covered[position] = (covered[position] as number) + 1
        }
      }
    }
    let found = false
    for (let position = 0; position < scores.length; position += 1) {
      if (scores[position] === 0) continue
      if (fitted[position] !== parts.length) scores[position] = 0
      else {
        const length = Math.max(1, this.#lengths[position] as number)
        const share = Math.min(1, (covered[position] as number) / length)
        scores[position] = (scores[position] as number) + COVERED * share
        found = true
      }
    }
    return found
  }

  /** Returns the matches of a query part, best first. */
  #fitsOf(parts: readonly QueryPart[], i: number, withSlips?: boolean): Fit[] {
    const { readings, retyped } = parts[i] as QueryPart
    const joined = this.#joinedFits(parts, i)
    let fits = [...joined, ...readings.flatMap((reading) => this.#fitsOfReading(reading))]
    if (withSlips === undefined) return fits
    if (fits.length === 0) fits = retyped.flatMap((reading) => this.#fitsOfReading(reading))
    if (fits.length === 0 || (withSlips && !fits.some(({ weight }) => weight >= WEIGHT.meaning))) {
      fits.push(...readings.flatMap((reading) => this.#slips(reading)))
    }
    return fits.sort((a, b) => b.weight - a.weight)
  }

  #fitsOfReading(reading: Reading): Fit[] {
    switch (reading.kind) {
      case 'size':
        return this.#exactly(sizeFacet(reading.size), WEIGHT.size)
      case 'indices':
        return this.#exactly(`=load ${reading.load}${reading.speed}`, WEIGHT.indices)
      case 'load':
        return this.#exactly(`=load ${reading.load}`, WEIGHT.load)
      case 'meaning': {
        const { property, value } = reading.meaning
        const unsaid = property === 'studs' && value === 'no' ? '=studs unsaid' : undefined
        return [
          ...this.#exactly(`=${property} ${value}`, WEIGHT.meaning),
          ...(unsaid ? this.#exactly(unsaid, WEIGHT.unsaid) : []),
        ]
      }
      case 'word':
        return this.#named(transliterate(reading.word))
      case 'article':
        return this.#articles.find(reading.article, WEIGHT)
    }
  }

  #exactly(term: string, weight: number, span = 0): Fit[] {
    const known = this.#terms.get(term)
    return known ? [{ weight, span, tyres: known.tyres }] : []
  }

  /** Returns the tyres with a word that equals or starts with this transliteration. */
  #named(sound: string): Fit[] {
    if (sound === '') return []
    const fits = this.#withSound(sound, WEIGHT.word)
    if (sound.length < SHORTEST_BEGINNING) return fits
    const isNumber = /^\d+$/.test(sound)
    const { least, more } = WEIGHT.beginning
    for (const [longer, terms] of this.#vocabulary.atPrefix(sound)) {
      // '10' is a prefix of '10p', but not of '1000'.
      if (longer === sound || (isNumber && /\d/.test(longer.charAt(sound.length)))) continue
      for (const term of terms) fits.push(fitOf(term, least + (more * sound.length) / longer.length))
      if (fits.length >= MAX_TERMS) break
    }
    return fits
  }

  #withSound(sound: string, weight: number): Fit[] {
    return (this.#vocabulary.get(sound) ?? []).map((term) => fitOf(term, weight))
  }

  /**
   * Returns the matches of the word joined with the previous or the next one: 'premium contact' for 'PremiumContact'.
   */
  #joinedFits(parts: readonly QueryPart[], i: number): Fit[] {
    const word = wordOf(parts[i])
    if (word === undefined) return []
    const [before, after] = [wordOf(parts[i - 1]), wordOf(parts[i + 1])]
    const terms = [
      ...(before === undefined ? [] : [joinedTransliteration(before, word)]),
      ...(after === undefined ? [] : [joinedTransliteration(word, after)]),
    ]
    return terms.flatMap((sound) => this.#withSound(sound, WEIGHT.joined))
  }

  /** Returns the tyres with a word that differs from the reading's word by typing errors. */
  #slips(reading: Reading): Fit[] {
    if (reading.kind !== 'word') return []
    const sound = transliterate(reading.word)
    if (sound.length < SHORTEST_SLIP || /\d/.test(sound)) return []
    const fits = [
      ...this.#within(sound, 1),
      ...withNeighboursSwapped(sound).flatMap((swapped) => this.#withSound(swapped, WEIGHT.slip)),
    ]
    return fits.length > 0 || sound.length < TWO_SLIPS_FROM ? fits : this.#within(sound, 2)
  }

  #within(sound: string, slips: number): Fit[] {
    return [...this.#vocabulary.fuzzyGet(sound, slips)].flatMap(([, [terms]]) =>
      terms.map((term) => fitOf(term, WEIGHT.slip / slips)),
    )
  }
}

const fitOf = ({ span, tyres }: Term, weight: number): Fit => ({ weight, span, tyres })

/** Returns the words with two neighbouring letters swapped. */
function withNeighboursSwapped(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, i) => {
    return word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
  })
}

function wordOf(part: QueryPart | undefined): string | undefined {
  const reading = part?.readings.find(({ kind }) => kind === 'word')
  return reading?.kind === 'word' ? reading.word : undefined
}

/** Returns the positions with a score. */
function scored(scores: Float32Array): number[] {
  const found: number[] = []
  for (let position = 0; position < scores.length; position += 1) {
    if (scores[position] !== 0) found.push(position)
  }
  return found
}

/** Returns the best `limit` positions without sorting all of them. */
function best(found: number[], limit: number, better: (a: number, b: number) => number): number[] {
  if (found.length <= limit) return found.sort(better)
  const kept: number[] = []
  for (const one of found) {
    if (kept.length === limit && better(one, kept[limit - 1] as number) >= 0) continue
    let at = kept.length
    while (at > 0 && better(one, kept[at - 1] as number) < 0) at -= 1
    kept.splice(at, 0, one)
    if (kept.length > limit) kept.pop()
  }
  return kept
}
