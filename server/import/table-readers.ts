import type { TableRequest, UploadedLine } from './small-table.ts'
import type { TableTasks } from './table-thread.ts'
import { uploadReader } from './upload-readers.ts'

const read = uploadReader<TableTasks>(new URL('./table-thread.ts', import.meta.url))

/**
 * Reads an uploaded table with known columns, in a thread.
 * @param user id of the person
 * @throws errors of ReadUpload
 */
export const readTable = <Column extends string>(
  request: TableRequest<Column>,
  user: string,
): Promise<UploadedLine<Column>[]> => read('table', request, user) as never
