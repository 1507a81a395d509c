import { isObject, type JsonObject, member } from '../../../../contract/legacy/values.ts'

/**
 * Returns the member if it is an object; {} otherwise. People also edit mappings by hand, so any part may be missing or
 * of another type.
 */

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key)
  return isObject(value) ? value : {}
}

export function textAt(object: JsonObject, key: string): string {
  const value = member(object, key)
  return typeof value === 'string' ? value : ''
}

/**
 * Returns a copy with the member set, or removed if `value` is undefined. The member is defined and not assigned,
 * because a column may be called __proto__.
 */
export function withMember(object: JsonObject, key: string, value: unknown): JsonObject {
  const entries = Object.entries(object)
  const at = entries.findIndex(([name]) => name === key)
  if (value === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key))
  if (at === -1) entries.push([key, value])
  else entries[at] = [key, value]
  return Object.fromEntries(entries)
}

/** Returns a copy with the member set, or removed if `value` is an empty object. */
export const withFilled = (object: JsonObject, key: string, value: JsonObject): JsonObject =>
  withMember(object, key, Object.keys(value).length === 0 ? undefined : value)
