import { type Static, Type } from 'typebox'
import { OrNull, oneOf, withFallbackValue } from '../lib/schemas.ts'

/** Conditions of offered tyres other than new, in words; listings of them are compared with no other (specification 21.3). */
export const CONDITION_TEXTS = {
  used: 'б/у',
  damaged: 'уценка',
  retreaded: 'восстановленная',
  demo: 'витринный образец',
} as const

/** State of the tyre that is offered. */
export type Condition = 'new' | keyof typeof CONDITION_TEXTS

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
  how: withFallbackValue(oneOf(...HOW), 'description'),
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
