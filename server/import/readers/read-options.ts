import type { Mapping } from '../mapping.ts'
import { detectFormat, type Format } from './detect-format.ts'
import type { OpenedFile } from './open.ts'
import type { ReadOptions } from './read.ts'

/** How a mapping has a file read. */
export function readOptions({ records, encoding, format, offers }: Mapping, file: OpenedFile): ReadOptions {
  return {
    ...records,
    format: format ?? detected(file, records),
    ...(offers?.list === undefined ? {} : { list: offers.list }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}

/** A mapping that names an element reads a document of CommerceML as any other XML. */
function detected({ head, name }: OpenedFile, records: Mapping['records']): Format {
  const format = detectFormat(head, name)
  return format === 'commerceml' && records?.element !== undefined ? 'xml' : format
}
