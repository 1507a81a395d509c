import { modelLine } from './alias-book.ts'
import { contradictionOf, type Features, featuresOf } from './compare.ts'
import type { Described, TyreDescription } from './description.ts'
import { wordWeights } from './model-similarity.ts'
import { rivalsIn } from './rivals.ts'
import { FEATURE_NAMES, WEIGHTS } from './weights.ts'

/** Tyre that a listing may be. */
interface Candidate<Tyre> {
  tyre: Tyre
  /** probability that listing and tyre are the same, 0 to 1 */
  probability: number
  /** log-odds of it */
  score: number
  features: Features
}

/** Candidates of a listing, the best first. */
export interface ListingMatch<Tyre> {
  candidates: Candidate<Tyre>[]
  /** the best one, if it is certain enough to be matched without a person */
  certain: Candidate<Tyre> | null
}

export interface MatchSettings {
  weights: Readonly<Record<string, number>>
  /** probability from which a pair is matched without a person */
  threshold: number
  /** least distance in log-odds to the second candidate */
  margin: number
  /** whether the model lines of two descriptions are spellings of one (alias-book.ts) */
  areAliases: (a: TyreDescription, b: TyreDescription) => boolean
}

export const USUAL_SETTINGS: MatchSettings = {
  weights: WEIGHTS,
  threshold: 0.87,
  margin: 0.7,
  areAliases: () => false,
}

/** Number of candidates that are kept for a listing. */
const MAX_CANDIDATES = 5
/** Number of candidates that are kept if the best ones have identical descriptions. */
const MAX_TWINS = 20

/**
 * Finds for each listing of one site the tyre that it is, by description alone. Only tyres of the same brand family,
 * width and diameter are compared; contradictions exclude a pair. A listing is certain of its best tyre if the
 * probability reaches the threshold, every other tyre with another description is behind by the margin, and no other
 * listing fits the tyre better.
 * @param isComparable excludes further pairs, such as those of different articles
 */
export function matchListings<Tyre extends Described, Listing extends Described>(
  tyres: readonly Tyre[],
  listings: readonly Listing[],
  settings: MatchSettings = USUAL_SETTINGS,
  isComparable: (tyre: Tyre, listing: Listing) => boolean = () => true,
): ListingMatch<Tyre>[] {
  const weightsOf = wordWeights(descriptionsOf(tyres, listings))
  const rivalsOf = rivalsIn(tyres, listings)
  const scores = scorer(settings.weights)
  const keyOf = onceEach(twinKey)
  const matches = listings.map((listing): ListingMatch<Tyre> => {
    const { description } = listing
    const weightOf = weightsOf(description.family)
    const candidates: Candidate<Tyre>[] = []
    for (const tyre of rivalsOf(description)) {
      if (contradictionOf(tyre.description, description) || !isComparable(tyre, listing)) continue
      const features = featuresOf(tyre.description, description, weightOf, settings.areAliases)
      if (features) candidates.push({ tyre, features, score: scores(features), probability: 0 })
    }
    candidates.sort(byScore)
    return { candidates: withRival(candidates, keyOf), certain: null }
  })
  addLineSupport(listings, matches)
  for (const { candidates } of matches) {
    candidates.sort(byScore)
    for (const candidate of candidates) candidate.probability = 1 / (1 + Math.exp(-candidate.score))
  }
  chooseCertain(listings, matches, settings, keyOf)
  return matches
}

function* descriptionsOf(...lists: (readonly Described[])[]): Generator<TyreDescription> {
  for (const list of lists) for (const { description } of list) yield description
}

/** Returns the best candidates. If they are all twins, the best one with another description is among them. */
function withRival<Tyre extends Described>(
  sorted: readonly Candidate<Tyre>[],
  keyOf: (tyre: Tyre) => string,
): Candidate<Tyre>[] {
  const [first] = sorted
  if (!first || sorted.length <= MAX_CANDIDATES) return [...sorted]
  const own = keyOf(first.tyre)
  const rival = sorted.findIndex(({ tyre }) => keyOf(tyre) !== own)
  if (rival >= 0 && rival < MAX_CANDIDATES) return sorted.slice(0, MAX_CANDIDATES)
  const twins = sorted.slice(0, Math.min(MAX_TWINS, rival < 0 ? sorted.length : rival))
  return rival < 0 ? twins : [...twins, sorted[rival] as Candidate<Tyre>]
}

/** Returns a function that computes the text of each tyre's description once. */
function onceEach(textOf: (description: TyreDescription) => string): (tyre: Described) => string {
  const keys = new Map<Described, string>()
  return (tyre) => {
    const known = keys.get(tyre)
    if (known !== undefined) return known
    const key = textOf(tyre.description)
    keys.set(tyre, key)
    return key
  }
}

const byScore = (a: { score: number }, b: { score: number }): number => b.score - a.score

function scorer(weights: Readonly<Record<string, number>>): (features: Features) => number {
  const ordered = FEATURE_NAMES.map((name) => [name, weights[name] ?? 0] as const)
  return (features) =>
    ordered.reduce((sum, [name, weight]) => sum + weight * features[name], weights.bias ?? 0)
}

/** Number of sizes in which two model lines must be each other's best before they support a pair, and for full support. */
const LEAST_SIZES = 3
const FULL_SIZES = 6
const LEAST_SHARE = 0.6
/** Log-odds that full support adds. */
const SUPPORT = 3
/** Log-odds below which a best candidate says nothing about model lines. */
const LEAST_SCORE = -2

/**
 * Adds the evidence of a whole model line: if most sizes of 'Snow Cross 2 SUV' fit best the same sizes of 'Snow Cross 2
 * PW-4', and the other way round, each pair becomes more probable.
 */
function addLineSupport<Tyre extends Described>(
  listings: readonly Described[],
  matches: readonly ListingMatch<Tyre>[],
): void {
  const lineOfTyre = onceEach(lineOf)
  const bestOf = new Map<Tyre, { score: number; line: string }>()
  const lines = listings.map(({ description }) => lineOf(description))
  for (const [index, { candidates }] of matches.entries()) {
    for (const { tyre, score } of candidates) {
      const best = bestOf.get(tyre)
      if (!best || score > best.score) bestOf.set(tyre, { score, line: lines[index] as string })
    }
  }
  const sizes = new Map<string, number>()
  const tyreSizes = new Map<string, number>()
  const pairs = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const [index, { candidates }] of matches.entries()) {
    const [best] = candidates
    const line = lines[index] as string
    if (!best || best.score < LEAST_SCORE) continue
    count(sizes, line)
    if (bestOf.get(best.tyre)?.line !== line) continue
    count(pairs, `${line}\n${lineOfTyre(best.tyre)}`)
    count(tyreSizes, lineOfTyre(best.tyre))
  }
  for (const [index, { candidates }] of matches.entries()) {
    const line = lines[index] as string
    for (const candidate of candidates) {
      if (candidate.features.exact) continue
      const fitting = pairs.get(`${line}\n${lineOfTyre(candidate.tyre)}`) ?? 0
      // One site may split a line that the other does not: 'Comfort 2' and 'Comfort 2 SUV'.
      const whole = Math.min(sizes.get(line) ?? 1, tyreSizes.get(lineOfTyre(candidate.tyre)) ?? 1)
      const share = fitting / Math.max(fitting, whole)
      if (fitting >= LEAST_SIZES && share >= LEAST_SHARE)
        candidate.score += SUPPORT * share * Math.min(1, fitting / FULL_SIZES)
    }
  }
}

/** Returns a model line with its brand, equal for all sizes. */
const lineOf = (description: TyreDescription): string => `${description.family}|${modelLine(description)}`

function chooseCertain<Tyre extends Described>(
  listings: readonly Described[],
  matches: readonly ListingMatch<Tyre>[],
  { threshold, margin }: MatchSettings,
  keyOf: (tyre: Tyre) => string,
): void {
  /** best score with which a listing fits a tyre */
  const best = new Map<Tyre, number>()
  for (const { candidates } of matches) {
    const [first] = candidates
    if (first) best.set(first.tyre, Math.max(best.get(first.tyre) ?? Number.NEGATIVE_INFINITY, first.score))
  }
  const taken = new Set<Tyre>()
  for (const [index, match] of matches.entries()) {
    const [first] = match.candidates
    if (!first || first.probability < threshold || (best.get(first.tyre) ?? 0) > first.score) continue
    const own = keyOf(first.tyre)
    const isTwin = ({ tyre }: Candidate<Tyre>) => keyOf(tyre) === own
    const rival = match.candidates.find((candidate) => !isTwin(candidate))
    if (rival && rival.score > first.score - margin) continue
    // Each listing gets its own of several tyres with the same description.
    const twins = match.candidates.filter((candidate) => isTwin(candidate) && !taken.has(candidate.tyre))
    const { name } = listings[index] as Described
    const free = twins.find(({ tyre }) => name !== undefined && tyre.name === name) ?? twins[0]
    if (!free) continue
    taken.add(free.tyre)
    match.certain = free
  }
}

/** Returns a key equal for descriptions that say the same. */
export const descriptionKey = (description: TyreDescription): string => {
  const { model, aside, commercial, ...attributes } = description
  return JSON.stringify([attributes, [...model].sort()])
}

/** Returns a key equal for tyres that differ at most in what lists leave out at will: XL, season and year. */
const twinKey = ({ extraLoad, season, year, ...description }: TyreDescription): string =>
  descriptionKey({ ...description, extraLoad: false, season: '', year: '' })
