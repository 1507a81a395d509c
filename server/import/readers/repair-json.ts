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

/** Mistakes outside of strings that programs write, and strings, which are skipped. */
const MISTAKE = /"|-?\b(?:NaN|Infinity|undefined)\b|,(?=\s{0,200}[}\]])/g

/**
 * Repairs numbers that are none (NaN, Infinity) and commas before a closing bracket.
 * @returns the text with null instead of the numbers; undefined if it has no such mistake
 */
function repairedJson(text: string): string | undefined {
  let repaired = ''
  let from = 0
  MISTAKE.lastIndex = 0
  for (let found = MISTAKE.exec(text); found; found = MISTAKE.exec(text)) {
    if (found[0] === '"') {
      const end = stringEnd(text, found.index + 1)
      if (end === -1) break
      MISTAKE.lastIndex = end + 1
      continue
    }
    repaired += text.slice(from, found.index) + (found[0] === ',' ? '' : 'null')
    from = found.index + found[0].length
  }
  return from === 0 ? undefined : repaired + text.slice(from)
}

/**
 * Parses a JSON text, repaired if it has such mistakes.
 * @param onRepair called if the text is valid only after the repair
 * @throws SyntaxError
 */
export function parseRepaired(text: string, onRepair?: () => void): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const repaired = repairedJson(text)
    if (repaired === undefined) throw error
    const value: unknown = JSON.parse(repaired)
    onRepair?.()
    return value
  }
}
