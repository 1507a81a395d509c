import { FEATURE_NAMES } from './compare.ts'
import { type MatchSettings, matchListings, USUAL_SETTINGS } from './match-listings.ts'
import { isSame, type TrainingListing, trainWeights } from './train.ts'

/** Result of matching one list with another whose articles are hidden. */
export interface Evaluation {
  /** number of listings of the second list whose article the first has */
  pairs: number
  /** number of them matched without a person, rightly and wrongly */
  right: number
  wrong: number
  /** number of them with the right tyre among the first three candidates */
  amongThree: number
  /** number of other listings matched to a tyre with another article and another description */
  others: number
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
  const total: Evaluation = { pairs: 0, right: 0, wrong: 0, amongThree: 0, others: 0 }
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
  const matches = matchListings(tyres, listings, settings)
  for (const [index, listing] of listings.entries()) {
    if (listing.article === '' || !counts(listing.description.family)) continue
    const { candidates, certain } = matches[index] as (typeof matches)[number]
    const truth = byArticle.get(listing.article)
    if (!truth) {
      if (certain && certain.tyre.article !== '' && !isSame(certain.tyre, listing)) total.others++
      continue
    }
    total.pairs++
    if (candidates.slice(0, 3).some(({ tyre }) => isSame(tyre, truth))) total.amongThree++
    if (certain) total[isSame(certain.tyre, truth) ? 'right' : 'wrong']++
  }
}

function foldOf(family: string): number {
  let hash = 0
  for (const letter of family) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return hash % FOLDS
}

/** Names of all weights in the order of docs/matching.md. */
export const WEIGHT_NAMES = [...FEATURE_NAMES, 'bias'] as const
