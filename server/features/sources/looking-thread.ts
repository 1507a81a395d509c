import { parentPort, workerData } from 'node:worker_threads'
import type { Sample } from '../../../contract/sources/sample.ts'
import { ImportError } from '../../import/errors.ts'
import { sampleFile } from '../../import/sample.ts'
import { guessFile } from '../../mapping-guess/guess.ts'
import { goBehindAnswers } from '../../platform/behind-answers.ts'
import { openDatabase } from '../../platform/db/open.ts'
import type { Look, Looked, ThreadSettings } from './thread-data.ts'
import { type TrialRequest, tryList } from './trial.ts'
import { withoutPath } from './words.ts'

goBehindAnswers()

const { location, limits } = workerData as ThreadSettings

async function trial(request: TrialRequest): Promise<unknown> {
  const db = await openDatabase(location)
  try {
    return await tryList(db, request, limits)
  } finally {
    await db.close()
  }
}

async function sample(path: string, mapping: unknown): Promise<Sample> {
  const found = await sampleFile(path, mapping, limits)
  return { ...found, error: found.error && withoutPath(found.error, path) }
}

function take(look: Look): Promise<unknown> {
  switch (look.kind) {
    case 'trial':
      return trial(look)
    case 'guess':
      return guessFile(look.path, look.hints, limits)
    case 'sample':
      return sample(look.path, look.mapping)
  }
}

/** Errors lose their class on their way to the other thread. */
async function looked(look: Look): Promise<Looked> {
  try {
    return { answer: await take(look) }
  } catch (error) {
    const { message, stack = message } = error as Error
    return error instanceof ImportError ? { refusal: message } : { fault: stack }
  }
}

parentPort?.on('message', async (look: Look) => parentPort?.postMessage(await looked(look)))
