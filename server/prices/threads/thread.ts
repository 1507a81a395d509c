import { workerData } from 'node:worker_threads'
import { goBehindAnswers } from '../../platform/behind-answers.ts'
import type { Reader } from '../../platform/db/db.ts'
import { type DatabaseLocation, openReader } from '../../platform/db/open.ts'
import { openPostgresReader } from '../../platform/db/postgres.ts'
import { ANSWER_MS } from '../../platform/db/replica.ts'
import { serveTasks } from '../../platform/serve-tasks.ts'
import { type PriceTasks, perform } from './tasks.ts'

/** The thread's workerData. */
export interface ThreadSettings {
  location: DatabaseLocation
  /** whether the main thread takes precedence when both need a core */
  lowPriority: boolean
}

const { location, lowPriority } = workerData as ThreadSettings

if (lowPriority) goBehindAnswers()

// The main thread has already migrated the database.
const primary = await openReader(location)
/** readers of replicas by address */
const replicas = new Map<string, Reader>()

function readerAt(url: string | undefined): Reader {
  if (url === undefined) return primary
  const replica = replicas.get(url) ?? openPostgresReader(url, { connections: 1, answerMs: ANSWER_MS })
  replicas.set(url, replica)
  return replica
}

const tasks: PriceTasks = {
  rows: ({ request, url }) => perform(readerAt(url), 'rows', request),
  filled: ({ request, url }) => perform(readerAt(url), 'filled', request),
  sheet: ({ request, url }) => perform(readerAt(url), 'sheet', request),
  totals: ({ request, url }) => perform(readerAt(url), 'totals', request),
  matched: ({ request, url }) => perform(readerAt(url), 'matched', request),
}

serveTasks(tasks, {
  transfer: (result) => {
    const { deflated } = result as { deflated?: Uint8Array<ArrayBuffer> }
    return deflated ? [deflated.buffer] : []
  },
  close: () => primary.close(),
})
