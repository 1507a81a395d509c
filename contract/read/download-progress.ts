import type { DownloadProgress } from '../download-progress.ts'
import { parseJsonObject } from './json-object.ts'
import { ReadError } from './lenient-json.ts'
import { member } from './values.ts'

/** @throws ReadError for anything but the answer of a companion */
export function parseDownloadProgress(body: string): DownloadProgress {
  const answer = parseJsonObject(body)
  const [rows, total] = [member(answer, 'rows'), member(answer, 'total')]
  if (!isCount(rows) || !isCount(total) || rows > total) throw new ReadError('No progress')
  return { rows, total }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
