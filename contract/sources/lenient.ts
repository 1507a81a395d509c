import { isObject, type JsonObject, member } from '../legacy/values.ts'

/** Readers for optional values: a partial guess is still useful. */

/** Returns the text; '' unless it is one. */
export function textOr(object: JsonObject, key: string, otherwise = ''): string {
  const value = member(object, key)
  return typeof value === 'string' ? value : otherwise
}

/** Returns a finite number, or null. */
export function numberOr<Otherwise>(
  object: JsonObject,
  key: string,
  otherwise: Otherwise,
): number | Otherwise {
  const value = member(object, key)
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

/** Returns an ISO timestamp that browsers can parse, or null. */
export function instantOr(object: JsonObject, key: string): string | null {
  const text = textOr(object, key)
  return Number.isNaN(Date.parse(text)) ? null : text
}

/** Returns the objects of a list; none if there is no list. */
export function objectsOr(object: JsonObject, key: string): readonly JsonObject[] {
  const list = member(object, key)
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** Returns the texts of a list; none if there is no list. */
export function textsOr(object: JsonObject, key: string): readonly string[] {
  const list = member(object, key)
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}

/** Returns an object, or an empty one. */
export function objectOr(object: JsonObject, key: string): JsonObject {
  const value = member(object, key)
  return isObject(value) ? value : {}
}

/** Returns one of these words; the last one for any other, such as a newer server's. */
export function wordOr<Word extends string>(
  object: JsonObject,
  key: string,
  words: readonly Word[],
  otherwise: Word,
): Word {
  const value = member(object, key)
  return words.find((word) => word === value) ?? otherwise
}

/** Reads rows of cells, which are texts or empty. */
export function rowsOr(object: JsonObject, key: string): readonly (readonly (string | null)[])[] {
  const rows = member(object, key)
  if (!Array.isArray(rows)) return []
  return rows
    .filter((row): row is unknown[] => Array.isArray(row))
    .map((row) => row.map((cell) => (typeof cell === 'string' ? cell : null)))
}
