import { lowerThreadPriority, serveTasks } from '../../../platform/serve-tasks.ts'
import { encodeRecommended } from '../../../prices/recommended-prices.ts'
import { type FileRequest, readRecommendedFile } from './read-file.ts'

/** Tasks of the thread that reads uploaded lists. Their rows are encoded: copying many objects blocks the receiver. */
const TASKS = {
  async read(request: FileRequest) {
    const { rows, ...read } = await readRecommendedFile(request)
    return { ...read, parts: [...encodeRecommended(rows)] }
  },
}
export type RecommendedTasks = typeof TASKS

lowerThreadPriority()
serveTasks(TASKS)
