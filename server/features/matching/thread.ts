import { workerData } from 'node:worker_threads'
import { goBehindAnswers } from '../../platform/behind-answers.ts'
import { type DatabaseLocation, openReader } from '../../platform/db/open.ts'
import { serveTasks } from '../../platform/serve-tasks.ts'
import { createMatchingReads } from './reads.ts'

goBehindAnswers()

// The main thread has already migrated the database.
const reader = await openReader(workerData as DatabaseLocation)

serveTasks(createMatchingReads(reader), { close: () => reader.close() })
