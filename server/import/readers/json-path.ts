import { type ImportLimits, limitExceeded } from '../limits.ts'

interface Frame {
  array: boolean
  /** name of the current member; '' in an array */
  name: string
}

/**
 * Follows the structure of a JSON text to find the array, or the object, that contains the records.
 * @param paths names joined by dots; undefined for the first array that is nested only in objects
 * @param opening bracket that opens the searched array or object
 */
export function createJsonPath(
  paths: readonly string[] | undefined,
  limits: ImportLimits,
  opening: '[' | '{' = '[',
) {
  const frames: Frame[] = []
  let lastString = ''

  const opensTarget = () =>
    frames.every((frame) => !frame.array) &&
    (paths === undefined || paths.includes(frames.map((frame) => frame.name).join('.')))

  return {
    /** Feeds a bracket, comma or colon; returns true if it opens the searched array or object. */
    structure(char: string): boolean {
      if (char === opening && opensTarget()) return true
      if (char === '[' || char === '{') frames.push({ array: char === '[', name: '' })
      if (frames.length > limits.depth) throw limitExceeded('depth', limits)
      if (char === ']' || char === '}') frames.pop()
      const frame = frames.at(-1)
      if (char === ':' && frame) frame.name = unquoted(lastString)
      return false
    },
    /** Feeds a string with its quotes: a member's name or a value. */
    string(text: string): void {
      lastString = text
    },
  }
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
