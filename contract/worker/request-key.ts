/** Builds the key of a request from method, path and sorted, decoded query: one key for all spellings. */
export function requestKey(
  method: string,
  pathname: string,
  query: Iterable<readonly [string, string]>,
): string {
  const parts = [...query].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  return `${method} ${pathname}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

/** Returns the key of a page's result set: the page's key without its page number. */
export function resultSetKey(key: string): string {
  return key.replace(/([?&])page=[^&]*/, '$1')
}

export function keyMethod(key: string): string {
  return key.slice(0, key.indexOf(' '))
}

/** Returns the path and query of a key. */
export function keyAddress(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}
