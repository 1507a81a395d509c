import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createSecretBox } from '../auth/secret-box.ts'
import { openDatabase } from '../db/open.ts'
import { executeRun } from './execute.ts'
import { SourceFiles } from './files.ts'
import { SECRETS_PURPOSE } from './secrets.ts'
import type { RunThreadData } from './thread-data.ts'

/** Page requests go before a price list. Only Linux has priorities per thread. */
if (process.platform === 'linux') setPriority(0, 5)

const { run, location, authSecret, config, limits, glitchFactor } = workerData as RunThreadData
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
const db = await openDatabase(location)
try {
  const files = new SourceFiles(location.dataDir)
  const box = createSecretBox(authSecret, SECRETS_PURPOSE)
  await executeRun({ db, box, files, limits, fetchLimits: config, glitchFactor }, run, stopping.signal)
} finally {
  await db.close()
  // A listener keeps the thread alive.
  parentPort?.close()
}
