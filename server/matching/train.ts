import type { Described, TyreDescription } from './description.ts'
import {
  descriptionKey,
  type ListingMatch,
  type MatchSettings,
  matchListings,
  USUAL_SETTINGS,
} from './match-listings.ts'
import { FEATURE_NAMES, type FeatureName, WEIGHTS } from './weights.ts'

/** Listing of a training list. */
export interface TrainingListing extends Described {
  /** normalised article of the manufacturer; '' for none */
  article: string
}

/** Sign that a weight must have, whatever the training pairs say: evidence against a pair never counts for it. */
const AGAINST = new Set<FeatureName>([
  'onlyOne',
  'onlyBoth',
  'aside',
  'nameless',
  'variantMissing',
  'loadDiffers',
  'speedDiffers',
  'extraLoadMissing',
  'runFlatMissing',
  'originMissing',
  'originDiffers',
  'equipmentDiffers',
  'seasonUnsure',
  'studsUnsure',
  'prefixDiffers',
  'commercialDiffers',
])
const FOR = new Set<FeatureName>(['common', 'pairs', 'exact', 'code', 'extraLoad', 'originEqual'])

const ROUNDS = 400
const RATE = 0.5
const SHRINKAGE = 0.0003

/**
 * Trains the weights by logistic regression on the pairs of two or more lists whose articles are known: a pair is right
 * if the articles are equal or the descriptions identical. Without any pair the shipped weights are returned.
 * @param takes whether the pairs of a brand's family are used
 */
export function trainWeights(
  lists: readonly (readonly TrainingListing[])[],
  takes: (description: TyreDescription) => boolean = () => true,
): Record<FeatureName | 'bias', number> {
  const rows: number[][] = []
  const right: number[] = []
  for (const [i, tyres] of lists.entries()) {
    const byArticle = new Map(
      tyres.filter(({ article }) => article !== '').map((tyre) => [tyre.article, tyre]),
    )
    for (const listings of lists.slice(i + 1)) {
      const matches = matchListings(tyres, listings, USUAL_SETTINGS)
      for (const [index, listing] of listings.entries()) {
        const truth = listing.article === '' ? undefined : byArticle.get(listing.article)
        if (!truth || !takes(listing.description)) continue
        for (const { tyre, features } of matches[index]?.candidates ?? []) {
          rows.push(FEATURE_NAMES.map((name) => features[name]))
          right.push(isSame(tyre, truth) ? 1 : 0)
        }
      }
    }
  }
  return rows.length === 0 ? { ...WEIGHTS } : regress(rows, right)
}

/** Two articles of one manufacturer with identical descriptions count as the same tyre. */
export const isSame = (a: Described, b: Described): boolean =>
  a === b || descriptionKey(a.description) === descriptionKey(b.description)

/** Fits log-odds by gradient descent with a step size per weight (AdaGrad). */
function regress(rows: readonly number[][], right: readonly number[]): Record<FeatureName | 'bias', number> {
  const names = [...FEATURE_NAMES, 'bias'] as const
  const weights = new Float64Array(names.length)
  const squares = new Float64Array(names.length).fill(1e-8)
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = new Float64Array(names.length)
    for (const [index, row] of rows.entries()) {
      let score = weights.at(-1) as number
      for (let k = 0; k < row.length; k++) score += (weights[k] as number) * (row[k] as number)
      const error = 1 / (1 + Math.exp(-score)) - (right[index] as number)
      for (let k = 0; k < row.length; k++) gradient[k] = (gradient[k] as number) + error * (row[k] as number)
      gradient[row.length] = (gradient[row.length] as number) + error
    }
    for (const [k, name] of names.entries()) {
      const slope =
        (gradient[k] as number) / rows.length + (name === 'bias' ? 0 : SHRINKAGE * (weights[k] as number))
      squares[k] = (squares[k] as number) + slope * slope
      weights[k] = signed(name, (weights[k] as number) - (RATE * slope) / Math.sqrt(squares[k] as number))
    }
  }
  return Object.fromEntries(names.map((name, k) => [name, weights[k]])) as Record<
    FeatureName | 'bias',
    number
  >
}

function signed(name: FeatureName | 'bias', weight: number): number {
  // A second name in brackets never fits as well as the first one: 'Nordman 7 (Character Ice 7)'.
  if (name === 'aside') return Math.min(-2, weight)
  // Some brands' lists have no such pairs, from which its weight could be learned.
  if (name === 'nameless') return Math.min(-4, weight)
  if (name !== 'bias' && AGAINST.has(name)) return Math.min(0, weight)
  if (name !== 'bias' && FOR.has(name)) return Math.max(0, weight)
  return weight
}

/** Result of matching one list with another whose articles are hidden. */
export interface Evaluation {
  /** number of listings of the second list whose article the first has */
  pairs: number
  /** number of them matched without a person, rightly and wrongly */
  right: number
  wrong: number
  /** number of them with the right tyre among the first three candidates */
  amongThree: number
  /**
   * number of them matched without a person if the first list lacks the tyres of the second: to wrong tyres, since
   * their own are missing
   */
  strangers: number
}

/** Number of folds of the brands: a brand's pairs are judged with weights that were trained without it. */
const FOLDS = 5

/**
 * Matches the second list with the first by description alone, and compares the result with the articles. Two articles
 * with identical descriptions count as the same.
 * @param trainOn lists to train on, split by brand; without them the shipped weights count
 */
export function evaluate(
  tyres: readonly TrainingListing[],
  listings: readonly TrainingListing[],
  trainOn?: readonly (readonly TrainingListing[])[],
): Evaluation {
  const total: Evaluation = { pairs: 0, right: 0, wrong: 0, amongThree: 0, strangers: 0 }
  if (!trainOn) {
    add(total, tyres, listings, USUAL_SETTINGS, () => true)
    return total
  }
  for (let fold = 0; fold < FOLDS; fold++) {
    const isInFold = (family: string) => foldOf(family) === fold
    const weights = trainWeights(trainOn, ({ family }) => !isInFold(family))
    add(total, tyres, listings, { ...USUAL_SETTINGS, weights }, isInFold)
  }
  return total
}

function add(
  total: Evaluation,
  tyres: readonly TrainingListing[],
  listings: readonly TrainingListing[],
  settings: MatchSettings,
  counts: (family: string) => boolean,
): void {
  const byArticle = new Map(tyres.filter(({ article }) => article !== '').map((tyre) => [tyre.article, tyre]))
  const tyreOf = ({ article }: TrainingListing) => (article === '' ? undefined : byArticle.get(article))
  const paired = listings.flatMap((listing) => {
    const truth = counts(listing.description.family) ? tyreOf(listing) : undefined
    return truth ? [{ listing, truth }] : []
  })
  total.pairs += paired.length
  const matches = new Map(matchListings(tyres, listings, settings).map((match, i) => [listings[i], match]))
  for (const { listing, truth } of paired) {
    const { candidates, certain } = matches.get(listing) as ListingMatch<TrainingListing>
    if (candidates.slice(0, 3).some(({ tyre }) => isSame(tyre, truth))) total.amongThree++
    if (certain) total[isSame(certain.tyre, truth) ? 'right' : 'wrong']++
  }
  const articles = new Set(listings.map(({ article }) => article))
  const strange = tyres.filter(({ article }) => article === '' || !articles.has(article))
  const known = paired.map(({ listing }) => listing)
  for (const [index, { certain }] of matchListings(strange, known, settings).entries()) {
    const { truth } = paired[index] as (typeof paired)[number]
    if (certain && !isSame(certain.tyre, truth)) total.strangers++
  }
}

function foldOf(family: string): number {
  let hash = 0
  for (const letter of family) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return hash % FOLDS
}
