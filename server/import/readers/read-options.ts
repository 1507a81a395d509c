import type { Mapping } from '../mapping.ts'
import { detectFormat } from './detect-format.ts'
import type { OpenedFile } from './open.ts'
import type { ReadOptions } from './read.ts'

/** How a mapping has a file read. */
export function readOptions({ records, encoding, format, offers }: Mapping, file: OpenedFile): ReadOptions {
  return {
    ...records,
    format: format ?? detectFormat(file.head, file.name),
    ...(offers?.list === undefined ? {} : { list: offers.list }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}
