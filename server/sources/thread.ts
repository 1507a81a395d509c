import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createSecretBox } from '../auth/secret-box.ts'
import type { Db } from '../db/db.ts'
import { openDatabase } from '../db/open.ts'
import { guessFile } from '../import/guess/guess.ts'
import { sampleFile } from '../import/sample.ts'
import { executeRun } from './execute.ts'
import { SourceFiles } from './files.ts'
import { SECRETS_PURPOSE } from './secrets.ts'
import type { ThreadData } from './thread-data.ts'
import { tryList } from './trial.ts'

/** Page requests go before a price list. Only Linux has priorities per thread. */
if (process.platform === 'linux') setPriority(0, 5)

const { task, location, authSecret, config, limits, glitchFactor } = workerData as ThreadData
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())

async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(location)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function carryOut(): Promise<unknown> {
  switch (task.kind) {
    case 'run':
      return withDatabase((db) => {
        const files = new SourceFiles(location.dataDir)
        const box = createSecretBox(authSecret, SECRETS_PURPOSE)
        const deps = { db, box, files, limits, fetchLimits: config, glitchFactor }
        return executeRun(deps, task.run, stopping.signal)
      })
    case 'trial':
      return withDatabase((db) => tryList(db, task, limits))
    case 'guess':
      return guessFile(task.path, task.hints, limits)
    case 'sample':
      return sampleFile(task.path, task.mapping, limits)
  }
}

try {
  parentPort?.postMessage({ answer: await carryOut() })
} catch (error) {
  const { name, message } = error as Error
  if (name !== 'ImportError') throw error
  // Errors lose their class on the way.
  parentPort?.postMessage({ refusal: message })
} finally {
  // A listener keeps the thread alive.
  parentPort?.close()
}
