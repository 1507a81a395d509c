import { createUploadReaders } from '../../../import/upload-readers.ts'
import { decodeRecommended } from '../../../prices/recommended-prices.ts'
import type { FileRequest, ReadRecommended } from './read-file.ts'
import type { RecommendedTasks } from './thread.ts'

/** Reads uploaded lists in threads. */
export interface ListReaders {
  /**
   * reads a file of a person
   * @param user id of the person
   * @throws Refusal 400 if the file cannot be read, 409 if the person has sent another one while it waited
   */
  read(request: FileRequest, user: string): Promise<ReadRecommended>
  stop(): Promise<void>
}

export function createListReaders(): ListReaders {
  const { run, stop } = createUploadReaders<RecommendedTasks>(new URL('./thread.ts', import.meta.url))
  return {
    async read(request, user) {
      const { parts, ...found } = await run('read', request, user)
      return { ...found, rows: await decodeRecommended(parts) }
    },
    stop,
  }
}
