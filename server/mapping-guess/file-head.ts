import { type ImportLimits, limitExceeded } from '../import/limits.ts'
import { createDecoder, likeliestEncoding } from '../import/readers/decode.ts'
import { detectFormat, type Format } from '../import/readers/detect-format.ts'
import { openPriceFile } from '../import/readers/open.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'

/** Part of a text file that a guess reads, unpacked: thousands of records in a tenth of a second. */
const HEAD_BYTES = 3 * 2 ** 20

/** Beginning of a file, or all of it if it is a workbook. */
export interface FileHead {
  /** name of the file, or of the file in the archive */
  name: string
  format: Format
  bytes: Buffer
  /** true if these are all bytes of the file */
  whole: boolean
}

/**
 * @param chosen file of an archive
 * @param headBytes number of bytes that are enough, also of a workbook
 * @throws ImportError if the file cannot be read
 */
export async function readHead(
  path: string,
  limits: ImportLimits,
  checkTime: CheckTime,
  chosen?: string,
  headBytes?: number,
): Promise<FileHead> {
  const file = await openPriceFile(path, limits, chosen)
  try {
    const format = detectFormat(file.head, file.name)
    const isWorkbook = format === 'xlsx' || format === 'xls'
    // In CommerceML the goods and their prices are far apart.
    const usual = isWorkbook || format === 'commerceml' ? limits.workbookMegabytes * 2 ** 20 : HEAD_BYTES
    const most = headBytes ?? usual
    const received: Uint8Array[] = []
    let size = 0
    let whole = true
    for await (const chunk of file.chunks) {
      checkTime()
      received.push(chunk)
      size += chunk.length
      if (size <= most) continue
      if (isWorkbook && headBytes === undefined) throw limitExceeded('workbookMegabytes', limits)
      whole = false
      break
    }
    return { name: file.name, format, bytes: Buffer.concat(received), whole }
  } finally {
    await file.close()
  }
}

/** Decoded text with its encoding. */
interface DecodedText {
  text: string
  /** name of the encoding, as in a mapping */
  encoding: string
  /** true if the file itself declares the encoding, so that the mapping need not */
  declared: boolean
}

/**
 * Decodes the beginning of a text file with its declared encoding, or with the one that yields the most plausible
 * text.
 * @param whole true if these are all bytes of the file; otherwise they may end within a character
 * @throws ImportError if the bytes are invalid in the declared encoding
 */
export function decodeText(bytes: Buffer, whole: boolean): DecodedText {
  const declared = declaredEncoding(bytes)
  const encoding = declared ?? likeliestEncoding(bytes, whole)
  const decoder = createDecoder(bytes, encoding)
  // The decoder would keep half a character for the next chunk, but there is none.
  const text = decoder.decode(encoding.startsWith('utf-16') ? bytes.subarray(0, bytes.length & ~1) : bytes)
  return { text, encoding: decoder.encoding, declared: declared !== null }
}

function declaredEncoding(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const xml = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    bytes.subarray(0, 300).toString('latin1'),
  )
  return xml?.[1]?.toLowerCase() ?? null
}
