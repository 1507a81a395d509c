/** Returns a text in the form in which patterns are compared: case, composition of letters and spaces do not count. */
const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Returns whether a pattern, in which '*' stands for any text, matches a whole text. The time is at most the product of
 * the lengths.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  const pieces = plain(pattern).split('*')
  const whole = plain(text)
  const [first = ''] = pieces
  if (pieces.length === 1) return whole === first
  const last = pieces.at(-1) ?? ''
  if (!whole.startsWith(first) || !whole.endsWith(last) || whole.length < first.length + last.length)
    return false
  let at = first.length
  const end = whole.length - last.length
  for (const piece of pieces.slice(1, -1)) {
    const found = whole.indexOf(piece, at)
    if (found === -1 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}

/** Returns whether a text contains a pattern; an empty one is in every text. */
export const contains = (pattern: string, text: string): boolean => matchesWhole(`*${pattern}*`, text)
