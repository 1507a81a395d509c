/**
 * Matches the place before a formula's sign at the start of a possible cell. A spreadsheet may split a text at its own
 * separator, so a cell may start after any separator. Full-width signs start formulas in East Asian editions.
 */
const FORMULA = /(^|[;,|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g
/** Leading characters that some spreadsheets drop before they look for a sign. */
const LEADING_CONTROL = /^(?=[\t\r\n])/

/** Inserts an apostrophe wherever a spreadsheet would start to read a formula; other texts stay unchanged. */
export function withoutFormulas(text: string): string {
  return text.replace(FORMULA, "$1$2'").replace(LEADING_CONTROL, "'")
}
