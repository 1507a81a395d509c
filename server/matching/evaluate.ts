import { type ListingMatch, type MatchSettings, matchListings, USUAL_SETTINGS } from './match-listings.ts'
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
