import { INVALID_JSON, parseLenientJson, ReadError } from './lenient-json.ts'
import { isObject, type JsonObject } from './values.ts'

/**
 * An answer that is to be an object, such as that of the filters.
 * @throws ReadError when it is not
 */
export function parseJsonObject(body: string): JsonObject {
  const answer = parseLenientJson(body)
  if (!isObject(answer)) throw new ReadError(INVALID_JSON)
  return answer
}
