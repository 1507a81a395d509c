import type { ImportLimits } from '../import/limits.ts'
import { limitExceeded } from '../import/limits.ts'
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
