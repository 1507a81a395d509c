import { type Static, Type } from 'typebox'
import { OrNull, oneOf, wordOr } from '../lib/schemas.ts'

/** How a listing was matched with its tyre; 'own' if the tyre was created from it. */
const HOW = ['person', 'gtin', 'article', 'description', 'own'] as const

const listing = {
  id: Type.Integer(),
  /** host name */
  site: Type.String(),
  own: Type.Boolean(),
  /** name, brand and size as the site writes them */
  name: Type.String(),
  brand: Type.String(),
  /** manufacturer's article, supplier's own code and GTIN; '' if unknown */
  article: Type.String(),
  code: Type.String(),
  gtin: Type.String(),
  /** lowest price of the site's last day in roubles: retail, or wholesale without any retail price */
  price: OrNull(Type.Number()),
  /** pieces in all warehouses; null if unknown */
  stock: OrNull(Type.Number()),
  /** ISO dates; last_day is null if no prices are stored */
  first_day: Type.String(),
  last_day: OrNull(Type.String()),
}

/** Tyre as one site lists it (specification 21.1). */
export const ListingAnswer = Type.Object(listing)
export type ListingAnswer = Static<typeof ListingAnswer>

/** Listing of a tyre, as the tyre's card displays it (specification 21.6). */
export const TyreListing = Type.Object({
  ...listing,
  how: wordOr(oneOf(...HOW), 'description'),
  /** probability of a match by description, 0 to 1 */
  score: OrNull(Type.Number()),
  /** ISO instant of the match */
  since: Type.String(),
  /** reason why the listing is left out of the figures; '' if it counts */
  excluded: Type.String(),
})
export type TyreListing = Static<typeof TyreListing>

export const TyreListingsAnswer = Type.Object({
  version: Type.Literal(1),
  /** id of the tyre in decisions */
  tyre: Type.Integer(),
  listings: Type.Array(TyreListing),
})
export type TyreListingsAnswer = Static<typeof TyreListingsAnswer>

/** Probability below which a match by description is marked as unsure (specification 21.6). */
export const SURE_SCORE = 0.95

/** Prices whose listings were matched by description and not for sure. */
export const UnsureAnswer = Type.Object({
  version: Type.Literal(1),
  unsure: Type.Array(
    Type.Object({
      /** tyre, as tyreKey returns it */
      key: Type.String(),
      site: Type.String(),
      /** probability of the match, 0 to SURE_SCORE; the lowest if the site has several listings of the tyre */
      score: Type.Number(),
    }),
  ),
})
export type UnsureAnswer = Static<typeof UnsureAnswer>

/** Kinds of evidence for or against a pair, which the app puts into words. */
const REASONS = [
  'brand',
  'size',
  'model',
  'second-name',
  'index',
  'season',
  'studs',
  'run-flat',
  'extra-load',
  'origin',
  'equipment',
  'ply',
  'article',
  'alias',
] as const

const Reason = Type.Object({
  kind: wordOr(oneOf(...REASONS), 'model'),
  /** whether it speaks for the pair, against it, or is missing on one side */
  speaks: wordOr(oneOf('for', 'against', 'missing'), 'missing'),
  /** what the listing and the tyre say; '' for nothing */
  listing: Type.String(),
  tyre: Type.String(),
})
export type MatchReason = Static<typeof Reason>

/** Pair of a listing and a tyre for a person to decide (specification 21.3). */
export const QueuePair = Type.Object({
  listing: ListingAnswer,
  tyre: Type.Object({
    id: Type.Integer(),
    /** as tyreKey returns it */
    key: Type.String(),
    article: Type.String(),
    brand: Type.String(),
    name: Type.String(),
    /** the tyre's listings at other sites, own site first */
    listings: Type.Array(ListingAnswer),
  }),
  /** 0 to 1 */
  probability: Type.Number(),
  /** why the pair waits although an identifier is equal, or because a user reported it; '' if it is only uncertain */
  conflict: wordOr(oneOf('', 'brand', 'size', 'reported'), ''),
  /** whether the site already has another listing on the tyre */
  taken: Type.Boolean(),
  /** tyre that the listing has now, if it is another one with listings of other sites; missing on older servers */
  current: Type.Optional(
    OrNull(
      Type.Object({
        /** as tyreKey returns it */
        key: Type.String(),
        name: Type.String(),
        /** host names of the other sites */
        sites: Type.Array(Type.String()),
      }),
    ),
  ),
  reasons: Type.Array(Reason),
})
export type QueuePair = Static<typeof QueuePair>

export const QueueAnswer = Type.Object({
  version: Type.Literal(1),
  /** most valuable first */
  pairs: Type.Array(QueuePair),
  /** number of all undecided pairs */
  waiting: Type.Integer(),
})
export type QueueAnswer = Static<typeof QueueAnswer>

/** Body of a decision about a pair. */
export const PairDecisionBody = Type.Object(
  {
    listing: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    tyre: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    decision: oneOf('same', 'different'),
    /** whether the tyre may have several listings of the site */
    shared: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type PairDecisionBody = Static<typeof PairDecisionBody>

/** Answer to every decision about one listing: its id undoes it. */
export const DecisionAnswer = Type.Object({ id: Type.Integer() })

/** Two model lines of one brand that may be the same (specification 21.5). */
export const ModelLine = Type.Object({
  family: Type.String(),
  brand: Type.String(),
  line_a: Type.String(),
  line_b: Type.String(),
  /** number of waiting pairs, one per size and site */
  pairs: Type.Integer(),
  /** sizes of the pairs, at most 60 */
  sizes: Type.Array(Type.String()),
  /** sizes with pairs that differ in more than the line, or fit another tyre better: accepting leaves them waiting */
  disagreeing: Type.Array(Type.String()),
  /** names of one pair */
  example: Type.Object({ listing: Type.String(), tyre: Type.String(), site: Type.String() }),
})
export type ModelLine = Static<typeof ModelLine>

export const ModelLinesAnswer = Type.Object({ version: Type.Literal(1), lines: Type.Array(ModelLine) })

export const LineDecisionBody = Type.Object(
  {
    family: Type.String({ maxLength: 200 }),
    line_a: Type.String({ maxLength: 300 }),
    line_b: Type.String({ maxLength: 300 }),
    decision: oneOf('same', 'different'),
  },
  { additionalProperties: false },
)
export type LineDecisionBody = Static<typeof LineDecisionBody>

/** A batch is undone as a whole. */
export const BatchAnswer = Type.Object({
  batch: Type.String(),
  decided: Type.Integer(),
  refused: Type.Integer(),
})
export type BatchAnswer = Static<typeof BatchAnswer>

/** Listings found by their names, codes and articles. */
export const ListingsAnswer = Type.Object({ version: Type.Literal(1), listings: Type.Array(ListingAnswer) })
export type ListingsAnswer = Static<typeof ListingsAnswer>

/** How far the listings of each site are matched (specification 21.7). */
export const CoverageAnswer = Type.Object({
  version: Type.Literal(1),
  /** number of all undecided pairs */
  waiting: Type.Integer(),
  sites: Type.Array(
    Type.Object({
      site: Type.String(),
      own: Type.Boolean(),
      listings: Type.Integer(),
      /** listings whose tyre other sites have too */
      matched: Type.Integer(),
      /** listings with an undecided pair */
      waiting: Type.Integer(),
      /** listings that no other site has, without an undecided pair */
      alone: Type.Integer(),
      excluded: Type.Integer(),
    }),
  ),
})
export type CoverageAnswer = Static<typeof CoverageAnswer>
