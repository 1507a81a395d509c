/**
 * Builds the key of a request: method, path and sorted query, so that different spellings have the same key.
 * @param query names and values, decoded
 */
export function requestKey(
  method: string,
  pathname: string,
  query: Iterable<readonly [string, string]>,
): string {
  const parts = [...query].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  return `${method} ${pathname}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

/** Returns the part of a key that all pages of a result set share, unique to it. */
export function resultSetKey(key: string): string {
  return key.replace(/([?&])page=[^&]*/, '$1')
}

/** Returns the method of a key. */
export function keyMethod(key: string): string {
  return key.slice(0, key.indexOf(' '))
}

/** Returns the address of a key, without its method. */
export function keyAddress(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}
