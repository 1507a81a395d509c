/** Maximum number of characters of a file's name. */
const LONGEST = 200

/**
 * Returns the file name in a Content-Disposition header (RFC 6266); '' without one. Names in UTF-8 come first; the name is
 * only displayed, never used as a path.
 */
export function dispositionName(header = ''): string {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const name =
    (encoded && decoded(encoded)) || asUtf8(plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '')
  return name
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, LONGEST)
    .toWellFormed()
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Headers arrive as Latin-1, but many servers write names in UTF-8. */
function asUtf8(text: string): string {
  const read = Buffer.from(text, 'latin1').toString('utf8')
  return read.includes('\ufffd') ? text : read
}
