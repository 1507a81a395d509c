import { dayOfNumber, isIsoDate } from '../../../../contract/lib/dates.ts'
import { isEmpty } from '../../../import/compile/source.ts'
import type { RawCell } from '../../../import/readers/columns.ts'

const WRITTEN = /^(?:с\s+)?(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:\s*г\.?)?(?:[\sT].*)?$/iu
const ISO = /^(?:с\s+)?(\d{4}-\d{2}-\d{2})(?:[\sT].*)?$/iu
/** Number of days between the first day of spreadsheets' dates and 1970-01-01. */
const SPREADSHEET_EPOCH = 25_569
/** Dates between 2000 and 2100 as numbers of a spreadsheet. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_415]

/**
 * Reads the day from which a price is valid: '01.12.2026', '2026-12-01' or a spreadsheet's number of the day.
 * @returns '' for an empty cell, null for anything else
 */
export function readFirstDay(cell: RawCell): string | null {
  if (isEmpty(cell)) return ''
  const text = String(cell).slice(0, 40).trim()
  const serial = Number(text)
  if (serial >= FIRST_SERIAL && serial < LAST_SERIAL)
    return dayOfNumber(Math.floor(serial) - SPREADSHEET_EPOCH)
  const iso = ISO.exec(text)?.[1]
  const [, day = '', month = '', year = ''] = WRITTEN.exec(text) ?? []
  const found = iso ?? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(found) ? found : null
}
