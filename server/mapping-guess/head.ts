import type { ImportLimits } from '../import/limits.ts'
import { limitExceeded } from '../import/limits.ts'
import { detectFormat, type Format } from '../import/readers/detect-format.ts'
import { openPriceFile } from '../import/readers/open.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'

/** Maximum bytes read of an unpacked text file: thousands of records, in a tenth of a second. */
const HEAD_BYTES = 3 * 2 ** 20

/** The beginning of a file, or all of it if it is a workbook. */
export interface Head {
  /** the file's own name, or that of the one in the archive */
  name: string
  format: Format
  bytes: Buffer
  /** whether this is the whole file */
  whole: boolean
}

/** @throws ImportError if the file cannot be read */
export async function readHead(path: string, limits: ImportLimits, checkTime: CheckTime): Promise<Head> {
  const file = await openPriceFile(path, limits)
  try {
    const format = detectFormat(file.head, file.name)
    const isWorkbook = format === 'xlsx' || format === 'xls'
    // Goods and their prices are far apart.
    const most = isWorkbook || format === 'commerceml' ? limits.workbookMegabytes * 2 ** 20 : HEAD_BYTES
    const held: Uint8Array[] = []
    let size = 0
    let whole = true
    for await (const chunk of file.chunks) {
      checkTime()
      held.push(chunk)
      size += chunk.length
      if (size <= most) continue
      if (isWorkbook) throw limitExceeded('workbookMegabytes', limits)
      whole = false
      break
    }
    return { name: file.name, format, bytes: Buffer.concat(held), whole }
  } finally {
    await file.close()
  }
}
