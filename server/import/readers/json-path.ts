import { beyond, type ImportLimits } from '../limits.ts'

/** Tracks the structure of a JSON text to find the array, or the object, of records. */
export interface JsonPath {
  /** Feeds a bracket, comma or colon; true if it opens what is wanted. */
  structure(char: string): boolean
  /** Feeds a string with its quotes: a member's name or a value. */
  string(text: string): void
}

interface Frame {
  array: boolean
  /** the current member, '' in an array */
  name: string
}

/**
 * @param path names joined by dots; undefined for the first array nested in objects only
 * @param opening bracket of what is wanted
 */
export function createJsonPath(
  path: string | undefined,
  limits: ImportLimits,
  opening: '[' | '{' = '[',
): JsonPath {
  const frames: Frame[] = []
  let lastString = ''

  const opensTarget = () =>
    frames.every((frame) => !frame.array) &&
    (path === undefined || frames.map((frame) => frame.name).join('.') === path)

  return {
    structure(char) {
      if (char === opening && opensTarget()) return true
      if (char === '[' || char === '{') frames.push({ array: char === '[', name: '' })
      if (frames.length > limits.depth) throw beyond('depth', limits)
      if (char === ']' || char === '}') frames.pop()
      const frame = frames.at(-1)
      if (char === ':' && frame) frame.name = unquoted(lastString)
      return false
    },
    string(text) {
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
