import { MAX_FIELD_LENGTH } from '../../../contract/reports/field-length.ts'
import { Rejection } from '../errors.ts'

/** Text that readers deliver for a formula whose result the file does not store. */
export const NO_RESULT = '=?'

const EMPTY = new Set(['-', '–', '—', NO_RESULT])
// Control characters and invisible marks are never part of a value, and databases refuse some of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g
const SPACES = /\s+/g

/** Removes control characters and collapses spaces; returns '' for a dash that marks an empty cell. */
export function cleanText(text: string): string {
  const clean = text.toWellFormed().replace(INVISIBLE, '').replace(SPACES, ' ').trim()
  return EMPTY.has(clean) ? '' : clean
}

/**
 * @param label name of the field in the reason
 * @throws Rejection if the text is too long for a field
 */
export function checkLength(text: string, label: string): string {
  if (text.length > MAX_FIELD_LENGTH)
    throw new Rejection(`поле «${label}» длиннее ${MAX_FIELD_LENGTH} знаков`)
  return text
}

/**
 * Matches a long number as Excel damages it, in any notation: '1,23457E+12', '1E+12', '1.23457e12'. The letter may be
 * Cyrillic.
 */
const DAMAGED = /^\d(?:(?:[.,]\d*)?[eе]\+\d{1,3}|[.,]\d+[eе]-?\d{1,3})$/i

/** Returns true if a text is the remainder of an article number that Excel converted: most of its digits are lost. */
export const isDamagedArticle = (text: string): boolean => text.length < 30 && DAMAGED.test(text.trim())

const MONTH =
  '(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[а-яa-z]{0,6}'
const DATE = new RegExp(
  String.raw`^(?:\d{4}-\d\d-\d\d(?:[T ][\d:.Z]{0,16})?|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}[-. /]${MONTH}\.?(?:[-. /]\d{2,4})?|${MONTH}[-. /]\d{2,4})$`,
  'i',
)

/**
 * Returns the text of a size.
 * @throws Rejection if Excel turned it into a date: '10-16' becomes '16.окт', and nobody knows what it was
 */
export function notDate(text: string): string {
  if (text.length < 30 && DATE.test(text.trim()))
    throw new Rejection(`размер испорчен Excel, вместо него дата «${text.trim()}»`)
  return text
}
