import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { isIsoDate } from '../../contract/lib/dates.ts'
import { OperatorError } from '../platform/operator-error.ts'

const PATTERN = /[*?[\]{}]/

/**
 * Returns the files that match a pattern, sorted. A path without a pattern, or of an existing file with brackets in
 * its name, is returned as it is, even if the file does not exist.
 * @throws OperatorError if no file matches the pattern
 */
export async function findFiles(pattern: string): Promise<string[]> {
  if (!PATTERN.test(pattern) || existsSync(pattern)) return [pattern]
  const found = await Array.fromAsync(glob(pattern))
  if (found.length === 0) throw new OperatorError(`По образцу «${pattern}» файлов нет`)
  return found.sort()
}

const YEAR_FIRST = /(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)/g
const DAY_FIRST = /(?<!\d)(\d{2})[-_.](\d{2})[-_.](\d{4})(?!\d)/g

/**
 * Returns the day in a file's name as YYYY-MM-DD: prices-2026-04-18.csv, prices_20260418.csv or 18.04.2026.xlsx.
 * @throws OperatorError if there is none
 */
export function dayInName(path: string): string {
  const name = basename(path)
  const days = [
    ...[...name.matchAll(YEAR_FIRST)].map(([, year, month, day]) => `${year}-${month}-${day}`),
    ...[...name.matchAll(DAY_FIRST)].map(([, day, month, year]) => `${year}-${month}-${day}`),
  ]
  const found = days.find(isIsoDate)
  if (found === undefined) throw new OperatorError(`В имени файла нет даты: ${path}`)
  return found
}
