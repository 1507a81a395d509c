/** Follows the structure of a JSON text to the array of the records. */
export interface JsonPath {
  /** A bracket, comma or colon; true when it opens the array that is looked for. */
  structure(char: string): boolean
  /** A string with its quotes: the name of a member or a value. */
  string(text: string): void
}

interface Frame {
  array: boolean
  /** the member that is being read, '' in an array */
  name: string
}

/** @param path names joined by points; undefined for the first array that lies in objects only */
export function createJsonPath(path: string | undefined): JsonPath {
  const frames: Frame[] = []
  let lastString = ''

  const opensTarget = () =>
    frames.every((frame) => !frame.array) &&
    (path === undefined || frames.map((frame) => frame.name).join('.') === path)

  return {
    structure(char) {
      if (char === '[' && opensTarget()) return true
      if (char === '[' || char === '{') frames.push({ array: char === '[', name: '' })
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
