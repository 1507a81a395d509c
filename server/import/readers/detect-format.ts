import { extname } from 'node:path'
import type { Numbered } from '../../../contract/sources/sample.ts'
import { isTableOfExcel } from './html-tables.ts'

export type Format = 'csv' | 'xlsx' | 'xls' | 'json' | 'jsonl' | 'xml' | 'commerceml'

const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]
const ZIP = [0x50, 0x4b, 3, 4]

const BY_NAME: Record<string, Format> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.xml': 'xml',
}

/**
 * Detects the format of a price list if the mapping does not name one: by the first bytes, or by the file name if
 * they are ambiguous.
 */
export function detectFormat(head: Uint8Array, path: string): Format {
  if (startsWith(head, OLD_EXCEL)) return 'xls'
  if (startsWith(head, ZIP)) return 'xlsx'
  const named = BY_NAME[extname(path.toLowerCase().replace(/\.gz$/, ''))]
  const start = Buffer.from(head.subarray(0, 64 * 1024))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start.startsWith('<') && isCommerceMl(head)) return 'commerceml'
  if (start.startsWith('<')) return isTableOfExcel(start) ? 'xls' : 'xml'
  if (start.startsWith('[')) return named === 'jsonl' ? 'jsonl' : 'json'
  if (start.startsWith('{')) return named ?? (looksLikeJsonLines(start) ? 'jsonl' : 'json')
  return 'csv'
}

const COMMERCE_ML = '<КоммерческаяИнформация'
/** First bytes that are searched for the root element, which follows the declaration and perhaps a comment. */
const ROOT_SEARCH_BYTES = 4_096

/** Returns true for a CommerceML document, in UTF-8 or windows-1251. */
export function isCommerceMl(head: Uint8Array): boolean {
  const start = head.subarray(0, ROOT_SEARCH_BYTES)
  return ['utf-8', 'windows-1251'].some((encoding) =>
    new TextDecoder(encoding).decode(start).includes(COMMERCE_ML),
  )
}

function startsWith(head: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, i) => head[i] === byte)
}

/** Returns true if the first line is a complete object and the second one starts another. */
function looksLikeJsonLines(start: string): boolean {
  const [first = '', second = ''] = start.split('\n', 2)
  if (!second.startsWith('{')) return false
  try {
    JSON.parse(first)
    return true
  } catch {
    return false
  }
}

/** Returns the unit in which a file's records are numbered: documents may be a single line, so their records are counted. */
export const numberedBy = (format: Format): Numbered =>
  format === 'xml' || format === 'commerceml' || format === 'json' ? 'records' : 'lines'
