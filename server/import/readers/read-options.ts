import type { Mapping } from '../mapping.ts'
import { detectFormat, type Format } from './detect-format.ts'
import type { OpenedFile } from './open.ts'
import type { ReadOptions } from './read.ts'

/** Returns the options with which a mapping reads a file. */
export function readOptions({ records, encoding, format, offers }: Mapping, file: OpenedFile): ReadOptions {
  return {
    ...records,
    format: format ?? formatOf(file, records),
    ...(offers?.list === undefined ? {} : { list: offers.list }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}

/** If the mapping names an element, a CommerceML document is read like any other XML. */
function formatOf({ head, name }: OpenedFile, records: Mapping['records']): Format {
  const format = detectFormat(head, name)
  return format === 'commerceml' && records?.element !== undefined ? 'xml' : format
}
