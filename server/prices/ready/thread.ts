import { parentPort, workerData } from 'node:worker_threads'
import { goBehindAnswers } from '../../platform/behind-answers.ts'
import { DatabaseUnavailable, type Reader } from '../../platform/db/db.ts'
import { openReader } from '../../platform/db/open.ts'
import { openPostgresReader } from '../../platform/db/postgres.ts'
import { ANSWER_MS } from '../../platform/db/replica.ts'
import type { Order, Outcome, ThreadSettings } from './row-threads.ts'
import { perform } from './work.ts'

const { location, behind } = workerData as ThreadSettings

if (behind) goBehindAnswers()

// The server has migrated the database.
const db = await openReader(location)
/** replicas by URL */
const replicas = new Map<string, Reader>()

function replicaAt(url: string): Reader {
  const known = replicas.get(url)
  if (known) return known
  const replica = openPostgresReader(url, { connections: 1, answerMs: ANSWER_MS })
  replicas.set(url, replica)
  return replica
}

parentPort?.on('message', async (message: Order | 'stop') => {
  if (message === 'stop') {
    await db.close()
    // Exits explicitly, because connections to silent replicas would keep it alive for minutes.
    process.exit()
  }
  try {
    const { name, request, url } = message
    const made = await perform(url ? replicaAt(url) : db, name, request)
    const outcome: Outcome = { made }
    parentPort?.postMessage(outcome, 'deflated' in made ? [made.deflated.buffer as ArrayBuffer] : [])
  } catch (error) {
    const unavailable = error instanceof DatabaseUnavailable
    const outcome: Outcome = { fault: (error as Error).message, unavailable }
    parentPort?.postMessage(outcome)
  }
})
