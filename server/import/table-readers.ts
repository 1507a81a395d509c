import type { TableRequest, UploadedLine } from './small-table.ts'
import type { TableTasks } from './table-thread.ts'
import { createUploadReaders } from './upload-readers.ts'

/** Reads tables with known columns. */
export interface TableReaders {
  /** @throws Refusal, like UploadReaders */
  read<Column extends string>(request: TableRequest<Column>, user: string): Promise<UploadedLine<Column>[]>
  stop(): Promise<void>
}

export function createTableReaders(): TableReaders {
  const { run, stop } = createUploadReaders<TableTasks>(new URL('./table-thread.ts', import.meta.url))
  return { read: (request, user) => run('table', request, user) as never, stop }
}
