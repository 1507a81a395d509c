import type { Static, TSchema } from 'typebox'
import { INVALID_JSON, ReadError } from '../legacy/lenient-json.ts'
import { isObject, type JsonObject, member } from '../legacy/values.ts'

/** JSON Schema keywords that this module checks. TypeBox's own checker would take 11 kB, this module takes 0.6 kB. */
interface Schema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  const?: unknown
  /** value that replaces a text which the schema does not allow */
  default?: unknown
  anyOf?: readonly Schema[]
  minimum?: number
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

/**
 * Parses a companion's answer and checks it against the schema of its endpoint. Properties that the schema does not
 * name are ignored, because a newer server may send them. A text that a property's schema does not allow is replaced by
 * that schema's default, if it has one.
 * @throws ReadError with the path of the first mistake
 */
export function readAnswer<Answer extends TSchema>(schema: Answer, body: string): Static<Answer> {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    throw new ReadError(INVALID_JSON)
  }
  const path = mistakeIn(schema as Schema, answer, '')
  if (path !== null) throw new ReadError(`Unexpected answer${path && ` at ${path}`}`)
  return answer as Static<Answer>
}

/** Returns whether a value matches the schema, as far as the schema uses the keywords above. */
export const matches = <Of extends TSchema>(schema: Of, value: unknown): value is Static<Of> =>
  mistakeIn(schema as Schema, value, '') === null

/** @returns the path of the first mistake; null if there is none */
function mistakeIn(schema: Schema, value: unknown, path: string): string | null {
  const { type, anyOf, items, properties, minimum } = schema
  if (anyOf) return anyOf.some((one) => mistakeIn(one, value, path) === null) ? null : path
  if ('const' in schema && value !== schema.const) return path
  if (type && !isOfType(type, value)) return path
  if (minimum !== undefined && (value as number) < minimum) return path
  if (items)
    return firstMistake((value as unknown[]).keys(), (at) =>
      mistakeIn(items, (value as unknown[])[at], `${path}[${at}]`),
    )
  if (!properties) return null
  const { required = [] } = schema
  return firstMistake(Object.entries(properties), ([name, property]) => {
    const given = member(value as JsonObject, name)
    if (given === undefined && !required.includes(name)) return null
    const mistake = mistakeIn(property, given, path === '' ? name : `${path}.${name}`)
    if (mistake === null || typeof given !== 'string' || property.default === undefined) return mistake
    ;(value as Record<string, unknown>)[name] = property.default
    return null
  })
}

function firstMistake<T>(parts: Iterable<T>, mistakeOf: (part: T) => string | null): string | null {
  for (const part of parts) {
    const mistake = mistakeOf(part)
    if (mistake !== null) return mistake
  }
  return null
}

function isOfType(type: Schema['type'], value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'null') return value === null
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}
