import { type Static, Type } from 'typebox'
import { oneOf } from '../lib/schemas.ts'

/** Query of the file of pairs, or of listings without one (specification 21.9). */
export const MatchingFileQuery = Type.Object(
  { kind: oneOf('pairs', 'unmatched'), format: oneOf('xlsx', 'csv') },
  { additionalProperties: false },
)
export type MatchingFileQuery = Static<typeof MatchingFileQuery>

/** Answer to an imported file of pairs. */
export const PairsImportAnswer = Type.Object({
  /** number of pairs that were decided as the file says */
  applied: Type.Integer({ minimum: 0 }),
  /** number of pairs that were so already; older servers count them as applied */
  already: Type.Optional(Type.Integer({ minimum: 0 })),
  /** batch of the decisions, which undoes them; missing if there are none, and in answers of older servers */
  batch: Type.Optional(Type.String()),
  /** lines that could not be applied, and why; the line with the column names is line 1 */
  problems: Type.Array(Type.Object({ line: Type.Integer({ minimum: 0 }), text: Type.String() })),
})
export type PairsImportAnswer = Static<typeof PairsImportAnswer>
