import type { DownloadProgress } from '../reports/download-progress.ts'
import { asCount, parseObject } from './fields.ts'
import { ReadError } from './lenient-json.ts'

/**
 * Parses the answer.
 * @throws ReadError for anything but a companion's
 */
export function parseDownloadProgress(body: string): DownloadProgress {
  const answer = parseObject(body)
  const [rows, total] = [asCount(answer, 'rows'), asCount(answer, 'total')]
  if (rows > total || !Number.isSafeInteger(total)) throw new ReadError('No progress')
  return { rows, total }
}
