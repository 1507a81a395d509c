import { Rejection } from '../rejection.ts'

/** The longest field that a record may have, in characters. */
export const LONGEST_FIELD = 500

const EMPTY = new Set(['-', '–', '—'])
// Control characters and invisible marks: never part of a value, and some of them no database takes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g
const SPACES = /\s+/g

/** The text without control characters, with single spaces; '' for a dash that stands for an empty cell. */
export function cleanText(text: string): string {
  const clean = text.toWellFormed().replace(INVISIBLE, '').replace(SPACES, ' ').trim()
  return EMPTY.has(clean) ? '' : clean
}

/** @throws Rejection when the text is longer than a field may be; `label` names the field */
export function checkLength(text: string, label: string): string {
  if (text.length > LONGEST_FIELD) throw new Rejection(`поле «${label}» длиннее ${LONGEST_FIELD} знаков`)
  return text
}
