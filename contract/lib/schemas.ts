import { type Static, type TLiteral, type TSchema, type TUnion, Type } from 'typebox'
import type { JsonObject } from '../legacy/values.ts'

/** Schema of a text that is one of the given words. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Union(words.map((word) => Type.Literal(word))) as unknown as TUnion<{
    -readonly [At in keyof Words]: TLiteral<Words[At]>
  }>

/**
 * Adds the value that readAnswer substitutes for unknown words: an open tab may be older than the server (specification
 * 8.13).
 */
export const withFallbackValue = <Words extends TSchema>(words: Words, unknown: Static<Words>): Words => ({
  ...words,
  default: unknown,
})

export const OrNull = <Of extends TSchema>(of: Of) => Type.Union([of, Type.Null()])

/** Schema of an object whose properties are validated elsewhere. */
export const AnyObject = (description = '') =>
  Type.Unsafe<JsonObject>({
    type: 'object',
    additionalProperties: true,
    ...(description && { description }),
  })

export const Text = (maxLength: number) => Type.String({ maxLength })

/** Schema options that reject properties which the schema does not name. */
export const closed = { additionalProperties: false } as const

export const MessageAnswer = Type.Object({ message: Type.String() })

/** Number of a row. The maximum is that of a PostgreSQL INTEGER; comparing a column with a larger number is an error. */
export const RowId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** Idempotency key of a request. */
export const RequestKey = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'Тот же при повторе запроса, который выполняется один раз',
})
