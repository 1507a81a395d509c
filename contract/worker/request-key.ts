/**
 * Names a question: method, path and its query in order, so that two spellings of it are one.
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

/** @returns what the keys of all pages of one run have in common, and no other key has */
export function runOf(key: string): string {
  return key.replace(/([?&])page=[^&]*/, '$1')
}

/** @returns the address that a key names, without its method */
export function keyAddress(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}
