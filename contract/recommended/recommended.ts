import { type Static, Type } from 'typebox'
import { closed, OrNull, oneOf } from '../lib/schemas.ts'

/** Maximum size of an uploaded list in bytes. */
export const RECOMMENDED_FILE_BYTES = 16 * 1024 * 1024
/** Maximum number of rows of a list. */
export const MAX_RECOMMENDED = 100_000
/** Maximum number of stored lists; older ones are deleted. */
export const KEPT_RECOMMENDED = 30

/** Lists that an accepted file replaces: the rows of its brands, or all rows. */
const Scope = oneOf('brands', 'all')
export type RecommendedScope = Static<typeof Scope>

const ColumnName = Type.Optional(Type.String({ maxLength: 500 }))
const ColumnChoice = { article: ColumnName, brand: ColumnName, price: ColumnName, from: ColumnName }

/**
 * Query of an upload: the file's name, and columns that the person has chosen. A missing column is guessed; '' stands
 * for none.
 */
export const RecommendedUpload = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 300 })), ...ColumnChoice },
  closed,
)
export type RecommendedUpload = Static<typeof RecommendedUpload>

/** Query of an acceptance. `base` is the id of the list that the preview was compared with; 0 if there was none. */
export const RecommendedAcceptance = Type.Object(
  { ...RecommendedUpload.properties, scope: Scope, base: Type.Integer({ minimum: 0 }) },
  closed,
)
export type RecommendedAcceptance = Static<typeof RecommendedAcceptance>

const Count = Type.Integer({ minimum: 0 })

/** Changed price of a row. */
const PriceMove = Type.Object({
  article: Type.String(),
  brand: Type.String(),
  before: Type.Number(),
  after: Type.Number(),
  percent: Type.Number(),
})

/** Differences between a file and the present list. */
const ListChanges = Type.Object({
  added: Count,
  changed: Count,
  removed: Count,
  same: Count,
  /** largest change of a price in percent */
  largest: OrNull(PriceMove),
})
export type ListChanges = Static<typeof ListChanges>

/** Row as the file writes it. */
const FileRow = Type.Object({
  article: Type.String(),
  brand: Type.String(),
  price: Type.Number(),
  from: Type.String(),
})

/** Remark with the number of rows that it is about, and some of them in words. */
const CountedRemark = Type.Object({
  text: Type.String(),
  count: Count,
  examples: Type.Array(Type.String()),
})
export type CountedRemark = Static<typeof CountedRemark>

/** A read file before it is accepted (specification 26.4). */
export const RecommendedPreview = Type.Object({
  /** columns of the file with examples of their values */
  columns: Type.Array(Type.Object({ name: Type.String(), examples: Type.Array(Type.String()) })),
  /** column of each field; null if none was found, or if the field is read from elsewhere */
  chosen: Type.Object({
    article: OrNull(Type.String()),
    brand: OrNull(Type.String()),
    price: OrNull(Type.String()),
    from: OrNull(Type.String()),
  }),
  /** where the brand is read from if it is no whole column, in words; '' otherwise */
  brand_from: Type.String(),
  /** fields without which the file cannot be accepted, and which were not found */
  missing: Type.Array(oneOf('article', 'price')),
  /** number of read prices, and the first of them */
  prices: Count,
  first: Type.Array(FileRow),
  /** number of brands in the file; rows without a brand are of the brand of their tyre */
  brands: Count,
  /** rows that were left out, by reason */
  skipped: Type.Array(CountedRemark),
  /** number of prices with a tyre, and of these tyres */
  matched: Count,
  tyres: Count,
  /** first prices without a tyre */
  unmatched: Type.Array(FileRow),
  /** differences if the rows of the brands, or all rows, are replaced */
  changes: Type.Object({ brands: ListChanges, all: ListChanges }),
  warnings: Type.Array(CountedRemark),
  /** id of the list that the file was compared with; 0 if there is none */
  base: Count,
})
export type RecommendedPreview = Static<typeof RecommendedPreview>

/** Accepted list. */
const AcceptedList = Type.Object({
  id: Type.Integer(),
  /** name of the file; '' for a removed list */
  file: Type.String(),
  /** id of the list that was restored; 0 for an uploaded file */
  restored: Type.Integer(),
  prices: Count,
  added: Count,
  changed: Count,
  removed: Count,
  /** largest change in percent; null without any */
  largest: OrNull(Type.Number()),
  /** ISO instant */
  at: Type.String(),
  /** name of the user; '' after the account was deleted */
  by: Type.String(),
})
export type AcceptedList = Static<typeof AcceptedList>

export const RecommendedLists = Type.Object({
  /** newest first: the first one is valid */
  lists: Type.Array(AcceptedList),
  /** whether the signed-in user may change the list */
  editable: Type.Boolean(),
})
export type RecommendedLists = Static<typeof RecommendedLists>

/** Query of a restored list: its id, or 0 to remove the present list. */
export const RecommendedRestore = Type.Object(
  { list: Type.Integer({ minimum: 0 }), base: Type.Integer({ minimum: 0 }) },
  closed,
)
