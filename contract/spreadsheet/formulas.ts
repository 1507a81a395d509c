/** Signs that start formulas, the full-width ones in East Asian editions. */
const SIGN = /[=+\-@＝＋－＠]/g
/** A spreadsheet may split a text at its own separator, so a cell may start after any of them. */
const SEPARATORS = ';,|\t\r\n'
const BLANK = /[\s"]/
/** Leading characters that some spreadsheets drop before they look for a sign. */
const LEADING_CONTROL = /^(?=[\t\r\n])/

/** Inserts an apostrophe wherever a spreadsheet would start to read a formula; other texts stay unchanged. */
export function withoutFormulas(text: string): string {
  return text
    .replace(SIGN, (sign, at: number) => (startsCell(text, at) ? `'${sign}` : sign))
    .replace(LEADING_CONTROL, "'")
}

/** Returns whether only spaces and quotes stand between a position and the start of a possible cell. */
function startsCell(text: string, position: number): boolean {
  for (let at = position - 1; at >= 0; at--) {
    const char = text[at] as string
    if (SEPARATORS.includes(char)) return true
    if (!BLANK.test(char)) return false
  }
  return true
}
