/** The longest text that is remembered; longer ones are rare and would only fill the memory. */
const LONGEST_KEY = 500

/**
 * Remembers what a pure function gave for a text. Price lists repeat the same brands, sizes and cities a
 * million times, so most calls end in one look-up. Forgets everything once `limit` texts are known, so that
 * the memory stays bounded whatever the file holds.
 */
export function memoize<T extends string | number | object | null>(
  compute: (text: string) => T,
  limit = 50_000,
): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (text.length > LONGEST_KEY) return compute(text)
    if (known.size >= limit) known.clear()
    const key = detach(text)
    const value = compute(key)
    known.set(key, value)
    return value
  }
}

/**
 * A copy that shares no memory with its source. A piece cut out of a file's chunk keeps the whole chunk alive
 * in V8, so a piece that outlives its record must be copied first.
 */
function detach(text: string): string {
  return ` ${text}`.slice(1)
}
