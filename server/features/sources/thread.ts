import { parentPort, workerData } from 'node:worker_threads'
import { backfillHistory } from '../../history/backfill.ts'
import { goBehindAnswers } from '../../platform/behind-answers.ts'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { SourceFiles } from './files.ts'
import { importList } from './import-list.ts'
import { SourceRefusal } from './refusal.ts'
import { dropOldDays } from './retention.ts'
import type { TaskFailure, TaskThreadData } from './thread-data.ts'

goBehindAnswers()

const { task, location, config, limits, glitchFactor } = workerData as TaskThreadData
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())

async function perform(): Promise<void> {
  const db = await openDatabase(location)
  try {
    if (task.kind === 'import') {
      const files = new SourceFiles(location.dataDir)
      await importList({ db, files, limits, glitchFactor }, task.ready, stopping.signal)
    } else if (task.kind === 'drop days') await dropOldDays(db, config.keepDays, task.now, stopping.signal)
    else await backfillHistory(db, stopping.signal)
  } finally {
    await db.close()
  }
}

function failureOf(error: unknown): TaskFailure {
  if (error instanceof SourceRefusal) return { kind: 'refusal', message: error.message }
  if (error instanceof DatabaseUnavailable) return { kind: 'database unavailable', message: error.message }
  throw error
}

try {
  await perform()
} catch (error) {
  parentPort?.postMessage(failureOf(error))
} finally {
  // A listener would keep the thread alive.
  parentPort?.close()
}
