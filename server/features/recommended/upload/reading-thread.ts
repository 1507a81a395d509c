import { uploadReader } from '../../../import/upload-readers.ts'
import { decodeRecommended } from '../../../prices/recommended-prices.ts'
import type { FileRequest, ReadRecommended } from './read-file.ts'
import type { RecommendedTasks } from './thread.ts'

const read = uploadReader<RecommendedTasks>(new URL('./thread.ts', import.meta.url))

/**
 * Reads an uploaded list of recommended prices in a thread.
 * @param user id of the person
 * @throws errors of ReadUpload
 */
export async function readRecommendedList(request: FileRequest, user: string): Promise<ReadRecommended> {
  const { parts, ...found } = await read('read', request, user)
  return { ...found, rows: await decodeRecommended(parts) }
}
