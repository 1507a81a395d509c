import { detach } from '../../../../contract/lib/memo.ts'
import { type ImportLimits, limitExceeded } from '../../limits.ts'
import type { XmlEvents } from '../bounded-xml.ts'
import { ENOUGH, untilEnough } from '../until-enough.ts'
import type { WorkbookZip } from './workbook-zip.ts'
import { localName, unescaped } from './workbook-zip.ts'

/** Average length of a shared string that the limit on their number allows; longer than any name of a tyre. */
const AVERAGE_CHARS = 100

/**
 * Reads the texts that cells refer to by index, without formatting and phonetic readings.
 * @param most number of strings needed
 * @throws ImportError if there are more than the limit
 */
export async function readSharedStrings(
  zip: WorkbookZip,
  path: string,
  limits: ImportLimits,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const strings: string[] = []
  let chars = 0
  let text = ''
  let inText = false
  let inPhonetic = false
  const events: XmlEvents = {
    open(name) {
      const local = localName(name)
      if (local === 'si') text = ''
      else if (local === 'rPh') inPhonetic = true
      else if (local === 't') inText = !inPhonetic
    },
    text(piece) {
      if (inText) text += piece
      if (text.length > limits.recordChars) throw limitExceeded('recordChars', limits, path)
    },
    close(name) {
      const local = localName(name)
      if (local === 't') inText = false
      else if (local === 'rPh') inPhonetic = false
      else if (local === 'si') {
        strings.push(detach(unescaped(text)))
        chars += text.length
        if (strings.length > limits.sharedStrings || chars > limits.sharedStrings * AVERAGE_CHARS) {
          throw limitExceeded('sharedStrings', limits)
        }
        if (strings.length >= most) throw ENOUGH
      }
    },
  }
  await untilEnough(() => zip.parse(path, events))
  return strings
}
