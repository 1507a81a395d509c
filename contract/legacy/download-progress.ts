import type { DownloadProgress } from '../reports/download-progress.ts'
import { asCount, parseObject } from './fields.ts'
import { ReadError } from './lenient-json.ts'

/** @throws ReadError for anything but the answer of a companion */
export function parseDownloadProgress(body: string): DownloadProgress {
  const answer = parseObject(body)
  const [rows, total] = [asCount(answer, 'rows'), asCount(answer, 'total')]
  if (rows > total || !Number.isSafeInteger(total)) throw new ReadError('No progress')
  return { rows, total }
}
