import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../db/db.ts'
import { type DatabaseLocation, openReader } from '../../db/open.ts'
import { makeRows, type RowsRequest } from './make-rows.ts'
import type { Outcome } from './row-threads.ts'

// The server has migrated it.
const db = await openReader(workerData as DatabaseLocation)

parentPort?.on('message', async (message: RowsRequest | 'stop') => {
  if (message === 'stop') {
    await db.close()
    parentPort?.close()
    return
  }
  try {
    const made = await makeRows(db, message)
    const outcome: Outcome = { made }
    parentPort?.postMessage(outcome, [made.deflated.buffer as ArrayBuffer])
  } catch (error) {
    const unavailable = error instanceof DatabaseUnavailable
    const outcome: Outcome = { fault: (error as Error).message, unavailable }
    parentPort?.postMessage(outcome)
  }
})
