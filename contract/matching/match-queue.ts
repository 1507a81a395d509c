import { type Static, Type } from 'typebox'
import { OrNull, oneOf, withFallbackValue } from '../lib/schemas.ts'
import { ListingAnswer } from './matching.ts'

/** Answers about the queue of pairs, apart from those of tyres' cards and other pages, which load without them. */

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
  kind: withFallbackValue(oneOf(...REASONS), 'model'),
  /** whether it speaks for the pair, against it, or is missing on one side */
  speaks: withFallbackValue(oneOf('for', 'against', 'missing'), 'missing'),
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
  conflict: withFallbackValue(oneOf('', 'brand', 'size', 'year', 'reported'), ''),
  /** years of production of a conflict 'year', '' for one that is not stated; missing on older servers */
  years: Type.Optional(Type.Object({ listing: Type.String(), tyre: Type.String() })),
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
