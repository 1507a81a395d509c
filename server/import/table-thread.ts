import { lowerThreadPriority, serveTasks } from '../platform/serve-tasks.ts'
import { readSmallTable } from './small-table.ts'

/** Tasks of the thread that reads tables that people upload. */
const TASKS = { table: readSmallTable }
export type TableTasks = typeof TASKS

lowerThreadPriority()
serveTasks(TASKS)
