import { keepIfRoom } from '../../../../lib/keep-if-room.ts'
import { FILE_FORMATS, type FileFormat } from './order.ts'

const KEY = 'shown-file-format'

/** The format that this device made last. */
export const keptFormat = (): FileFormat =>
  FILE_FORMATS.find((format) => format === localStorage.getItem(KEY)) ?? 'xlsx'

export function keepFormat(format: FileFormat): void {
  keepIfRoom(KEY, format)
}
