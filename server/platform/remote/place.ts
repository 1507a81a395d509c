/** Where an address points to on a server. */
export interface RemotePlace {
  /** '' for the folder of the sign-in */
  folder: string
  /** parts of the file's name between the asterisks of its pattern; one part is a whole name */
  pattern: readonly string[]
}

/**
 * Returns the place of a checked address. Its path begins at the server's root, or after '/~/' at the folder of the
 * sign-in; an address that ends with a slash means any file of the folder.
 */
export function placeOf({ pathname }: Pick<URL, 'pathname'>): RemotePlace {
  const folders = pathname.split('/').slice(1)
  const last = folders.pop() || '*'
  const pattern = last.split('*').map(decodeURIComponent)
  const names = folders.map(decodeURIComponent)
  return {
    folder: names[0] === '~' ? names.slice(1).join('/') : `/${names.join('/')}`,
    pattern,
  }
}

/**
 * Returns whether a file's name fits a pattern, in linear time. A hidden file, as an upload under way often is, fits
 * only a pattern that names its dot.
 */
export function fits(name: string, pattern: readonly string[]): boolean {
  const [first = '', ...rest] = pattern
  if (rest.length === 0) return name === first
  if (first === '' && name.startsWith('.')) return false
  const last = rest.pop() ?? ''
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.endsWith(last) && name.length - last.length >= at
}
