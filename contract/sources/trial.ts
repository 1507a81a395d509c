import { type Static, Type } from 'typebox'
import { OrNull, oneOf } from '../lib/schemas.ts'
import { ListAccount } from './account.ts'
import { Numbered, Remark, SampleTyre } from './sample.ts'

/** A price change beyond the usual range. */
const Move = Type.Object({
  article: Type.String(),
  name: Type.String(),
  city: Type.String(),
  price_type: oneOf('wholesale', 'retail'),
  before: Type.Number(),
  after: Type.Number(),
  percent: Type.Number(),
})

/** Comparison of a file with the site's last imported day. */
const Comparison = Type.Object({
  /** YYYY-MM-DD */
  day: Type.String(),
  tyres: Type.Integer(),
  offers: Type.Integer(),
  new_tyres: Type.Integer(),
  gone_tyres: Type.Integer(),
  changed: Type.Integer(),
  /** percent */
  median_move: Type.Number(),
  /** the largest price changes beyond the usual range, largest first; `beyond_count` counts all of them */
  beyond: Type.Array(Move),
  beyond_count: Type.Integer(),
})
export type Comparison = Static<typeof Comparison>

/** Result of a trial import, which saves nothing. */
export const Trial = Type.Object({
  /** reason why nothing would be imported */
  error: OrNull(Type.String()),
  records: Type.Integer(),
  tyres: Type.Integer(),
  offers: Type.Integer(),
  bad: Type.Integer(),
  skipped: Type.Integer(),
  /** goods other than tyres, which are skipped, with the first few names */
  others: Type.Object({ count: Type.Integer(), examples: Type.Array(Type.String()) }),
  reasons: Type.Array(
    Type.Object({
      reason: Type.String(),
      count: Type.Integer(),
      examples: Type.Array(Type.Object({ line: Type.Integer(), record: Type.String() })),
    }),
  ),
  /** remarks about the imported records */
  remarks: Type.Array(Remark),
  /** share of records with a value, from 0 to 1, by field */
  filled: Type.Array(Type.Object({ field: Type.String(), share: Type.Number() })),
  first: Type.Array(SampleTyre),
  /** null if the site has no earlier day */
  compared: OrNull(Comparison),
  /** reasons why a run with this file would be held */
  held: Type.Array(Type.String()),
  numbered: Numbered,
  /** account of the reading; missing for a list that cannot be read, and in answers of older servers */
  account: Type.Optional(ListAccount),
})
export type Trial = Static<typeof Trial>
