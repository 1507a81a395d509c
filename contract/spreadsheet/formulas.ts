/**
 * Where a cell could begin for some spreadsheet, followed by a sign of a formula. Files are opened with whatever separator
 * the spreadsheet is set to, so any separator inside a text counts; full-width signs do in East Asian editions.
 */
const FORMULA = /(^|[;,|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g
/** Dropped by some spreadsheets before they look for a sign. */
const LEADING_CONTROL = /^(?=[\t\r\n])/

/** The text with an apostrophe wherever a spreadsheet would begin to read a formula; other texts as they are. */
export function withoutFormulas(text: string): string {
  return text.replace(FORMULA, "$1$2'").replace(LEADING_CONTROL, "'")
}
