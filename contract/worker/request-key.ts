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

/** @returns the address that a key names, without its method */
export function keyAddress(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}
