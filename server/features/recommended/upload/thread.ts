import { goBehindAnswers } from '../../../platform/behind-answers.ts'
import { serveTasks } from '../../../platform/worker-pool.ts'
import { readRecommendedFile } from './read-file.ts'

/** Tasks of the thread that reads uploaded lists. */
const TASKS = { read: readRecommendedFile }
export type RecommendedTasks = typeof TASKS

goBehindAnswers()
serveTasks(TASKS)
