/** An answer of the backend could not be parsed; `message` is shown to the user. */
export class ReadError extends Error {
  override name = 'ReadError'
}

export const INVALID_JSON = 'Invalid JSON from server'
/** Message about JSON that is not what the call answers. */
export const UNREADABLE = 'Ответ сервера не распознан'

const REPAIRS: readonly (readonly [RegExp, string])[] = [
  [/[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g, '"'],
  [/[\u2018\u2019\u201a\u201b]/g, "'"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: specification 7.1 removes control characters
  [/[\u0000-\u001f\u007f]/g, ''],
  [/,(?=\s*[}\]])/g, ''],
]

/**
 * Parses JSON as in specification 7.1. Invalid JSON is parsed again after replacing typographic quotes and removing
 * trailing commas and control characters.
 * @throws ReadError 'Invalid JSON from server'
 */
export function parseLenientJson(text: string): unknown {
  const plain = text.replace(/^\ufeff/, '')
  try {
    return JSON.parse(plain)
  } catch {
    const repaired = REPAIRS.reduce((soFar, [found, instead]) => soFar.replace(found, instead), plain)
    try {
      return JSON.parse(repaired)
    } catch {
      throw new ReadError(INVALID_JSON)
    }
  }
}
