/** Maximum total length of the cached texts; their values may take as much memory again. */
const MAX_CHARS = 1_500_000
/** Maximum length of a cached text; longer texts are rare and would only use up memory. */
const MAX_KEY_LENGTH = 500

/**
 * Memoizes a pure function of a text. Price lists repeat the same brands, sizes and cities a million times, so most
 * calls are a single look-up. The cache is cleared at `limit` texts or 1.5 million characters, which bounds its
 * memory whatever the file contains.
 */
export function memoize<T extends string | number | object | null>(
  compute: (text: string) => T,
  limit = 50_000,
): (text: string) => T {
  const known = new Map<string, T>()
  let chars = 0
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (text.length > MAX_KEY_LENGTH) return compute(text)
    if (known.size >= limit || chars > MAX_CHARS) {
      known.clear()
      chars = 0
    }
    chars += text.length
    const key = copyString(text)
    const value = compute(key)
    known.set(key, value)
    return value
  }
}

/**
 * Returns a copy that shares no memory with its source. In V8 a substring keeps its parent string alive, here a whole
 * chunk of the file, so a substring that outlives its record must be copied.
 */
export function copyString(text: string): string {
  return ` ${text}`.slice(1)
}
