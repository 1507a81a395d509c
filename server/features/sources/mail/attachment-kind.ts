import { extname } from 'node:path'
import { LIST_TYPES } from '../../../../contract/spreadsheet/list-types.ts'
import { hasWideTable, isPage } from '../../../import/readers/html-tables.ts'
import { refuseBinary } from '../../../import/readers/refuse-binary.ts'

/** Whether an attachment can be a price list; `why` names a kind of price lists that is not read. */
export type AttachmentKind = { is: 'list' } | { is: 'other' } | { is: 'unreadable'; why: string }

const LIST: AttachmentKind = { is: 'list' }
const OTHER: AttachmentKind = { is: 'other' }

/** Formats in which suppliers send price lists, but which are not read, by their first bytes. */
const UNREADABLE: readonly { start: string; at?: number; why: string }[] = [
  { start: 'Rar!', why: 'архив RAR, нужен ZIP' },
  { start: '7z\xbc\xaf', why: 'архив 7-Zip, нужен ZIP' },
  { start: '\x78\x9f\x3e\x22', why: 'вложения Outlook в формате TNEF, нужно письмо в формате HTML' },
  { start: '%PDF', why: 'документ PDF, нужна таблица' },
  { start: 'mimetypeapplication/vnd.oasis.opendocument.', at: 30, why: 'таблица OpenDocument, нужен XLSX' },
]
const PACKED = ['PK\x03\x04', '\x1f\x8b']
const OLD_OFFICE = '\xd0\xcf\x11\xe0'

/** Parts of packages that are no workbooks, and of one that is, but is not read. */
const OTHER_PACKAGE = /(?:word|ppt|visio)\/\w/
const BINARY_WORKBOOK = /xl\/workbook\.bin|\.xlsb$/
const OTHER_DOCUMENT = /^\.(?:docx?|docm|pptx?|msg|mpp|vsdx?|jar|apk)$/

/** Extensions of texts that are price lists, whatever their first lines look like; any text may be called '.txt'. */
const NAMED_LIST = new Set(Object.values(LIST_TYPES).flat()).difference(new Set(['.txt']))
const NAMED_OTHER = /^\.(?:ics|vcf|eml|asc|sig|p7[sm]|pem|cer|crt|log|md|css|js)$/

/**
 * Returns the kind of an attachment by its first bytes. The name decides between texts alone: suppliers' programs name
 * workbooks as they like.
 * @param head first bytes, decoded; empty if they were not fetched
 */
export function attachmentKind(head: Buffer, name: string): AttachmentKind {
  const start = head.toString('latin1')
  const extension = extname(name.toLowerCase())
  const found = UNREADABLE.find((one) => start.startsWith(one.start, one.at))
  if (found) return { is: 'unreadable', why: found.why }
  if (PACKED.some((magic) => start.startsWith(magic))) {
    if (BINARY_WORKBOOK.test(start) || BINARY_WORKBOOK.test(extension))
      return { is: 'unreadable', why: 'двоичная книга XLSB, нужен XLSX' }
    return OTHER_DOCUMENT.test(extension) || OTHER_PACKAGE.test(start) ? OTHER : LIST
  }
  if (start.startsWith(OLD_OFFICE)) return OTHER_DOCUMENT.test(extension) ? OTHER : LIST
  if (!isText(head) || NAMED_OTHER.test(extension)) return OTHER
  return NAMED_LIST.has(extension) || isTable(start) ? LIST : OTHER
}

function isText(head: Buffer): boolean {
  try {
    refuseBinary(head)
    return true
  } catch {
    return false
  }
}

const LIST_ROOT = /^<(?:\?xml|yml_catalog|КоммерческаяИнформация|table)[\s>]/i
const JSON_LIST = /^(?:\[\s*)?\{\s*"/
/** Number of complete lines at the start that are looked at, and the minimum of lines that are rows. */
const MAX_LINES = 30
const LEAST_ROWS = 3
const ROW_SHARE = 0.8

/** Returns whether a text without a telling name begins like a price list. */
function isTable(start: string): boolean {
  // UTF-16 has a zero in each sign of a table.
  const text = start
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
  if (isPage(text)) return hasWideTable(text)
  if (LIST_ROOT.test(text) || JSON_LIST.test(text)) return true
  const lines = text.split(/[\r\n]+/, MAX_LINES + 1).slice(0, -1)
  return [';', '\t', '|', ','].some((separator) => {
    const rows = lines.filter((line) => line.split(separator).length > 2).length
    return rows >= LEAST_ROWS && rows >= lines.length * ROW_SHARE
  })
}
