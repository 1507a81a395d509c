/** Returns the index of the string's closing quote; -1 if the text has none. */
export function stringEnd(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end !== -1) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes++
    if (backslashes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return -1
}
