import type { Alteration } from '../../../contract/sources/account.ts'

/** Names of Excel's errors in English and Russian, and the signs of a column that was too narrow to print. */
const ERROR =
  /^\s*#(?:N\/A|Н\/Д|VALUE|ЗНАЧ|REF|ССЫЛКА|DIV\/0|ДЕЛ\/0|NAME|ИМЯ|NUM|ЧИСЛО|NULL|ПУСТО|SPILL|ПЕРЕНОС|CALC|ВЫЧИСЛ|FIELD|ПОЛЕ|BLOCKED|ЗАБЛОКИРОВАНО|CONNECT|BUSY|UNKNOWN|GETTING_DATA|ОЖИДАНИЕ_ДАННЫХ|#{2,40})[!?]?\s*$/i
/** Text written as a formula, so that Excel does not turn it into a number: ="00412". */
const FORMULA_TEXT = /^\s*=\s*"(.*)"\s*$/s
/** Excel's mark of a text; an apostrophe that another one closes is a quotation. */
const APOSTROPHE = /^\s*'(?=[^'\s][^']*$)/

/** Altered text of a cell, with the rule. */
export interface CleanedCell {
  text: string
  rule: Alteration
}

/** Returns true for the first characters of errors and text marks; excludes nearly all cells at the cost of a comparison. */
export const mayBeMarked = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return first <= 0x27 || first === 0x3d || first === 0xa0
}

/** Returns the value that a person sees in a spreadsheet instead of an error or a text mark; null for any other text. */
export function withoutMarks(text: string): CleanedCell | null {
  if (text.length < 50 && ERROR.test(text)) return { text: '', rule: 'errors' }
  const [, quoted] = FORMULA_TEXT.exec(text) ?? []
  if (quoted !== undefined) return { text: quoted.replaceAll('""', '"'), rule: 'marks' }
  const plain = text.replace(APOSTROPHE, '')
  return plain === text ? null : { text: plain, rule: 'marks' }
}
