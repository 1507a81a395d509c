import { INVALID_JSON, parseLenientJson, ReadError } from './lenient-json.ts'
import { isObject, type JsonObject } from './values.ts'

/** Parses an answer that must be a JSON object, such as the filter options. @throws ReadError if it is not an object */
export function parseJsonObject(body: string): JsonObject {
  const answer = parseLenientJson(body)
  if (!isObject(answer)) throw new ReadError(INVALID_JSON)
  return answer
}
