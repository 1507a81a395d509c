import { parseLenientJson, ReadError } from './lenient-json.ts'
import { isObject, type JsonObject, member } from './values.ts'

/** Strict readers for answers of the companion server, which does not vary them. */

/**
 * Parses an object.
 * @throws ReadError when the body is not a JSON object
 */
export function parseObject(body: string): JsonObject {
  const answer = parseLenientJson(body)
  if (!isObject(answer)) throw new ReadError('Not an object')
  return answer
}

/**
 * Returns the objects of a list.
 * @throws ReadError when there is no list
 */
export function asObjects(object: JsonObject, key: string): readonly JsonObject[] {
  const list = member(object, key)
  if (!Array.isArray(list)) throw new ReadError(`No list ${key}`)
  return list.filter(isObject)
}

/**
 * Returns a text field.
 * @throws ReadError when the field is not a text
 */
export function asText(object: JsonObject, key: string): string {
  const value = member(object, key)
  if (typeof value !== 'string') throw new ReadError(`No text ${key}`)
  return value
}

/**
 * Returns a text field or null.
 * @throws ReadError when the field is neither
 */
export function asTextOrNull(object: JsonObject, key: string): string | null {
  return member(object, key) === null ? null : asText(object, key)
}

/**
 * Returns a boolean field.
 * @throws ReadError when the field is not a boolean
 */
export function asBoolean(object: JsonObject, key: string): boolean {
  const value = member(object, key)
  if (typeof value !== 'boolean') throw new ReadError(`No boolean ${key}`)
  return value
}

/**
 * Returns a list of counts.
 * @throws ReadError when the field is not a list of whole numbers from 0
 */
export function asCounts(object: JsonObject, key: string): readonly number[] {
  const list = member(object, key)
  if (!Array.isArray(list) || !list.every(isCount)) throw new ReadError(`No counts ${key}`)
  return list
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0

/**
 * Returns a count.
 * @throws ReadError when the field is not a whole number from 0
 */
export function asCount(object: JsonObject, key: string): number {
  const value = member(object, key)
  if (!isCount(value)) throw new ReadError(`No count ${key}`)
  return value
}
