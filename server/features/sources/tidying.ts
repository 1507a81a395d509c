import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { documentsOf } from './exchange/documents.ts'
import type { SourceFiles } from './files.ts'
import { filesInUse } from './runs.ts'
import { forgetUploads, uploadsOf } from './uploads.ts'

const TIDY_MS = 60 * 60_000
/** Age in ms from which an unused file counts as abandoned; files that are being written are younger. */
const ABANDONED_MS = 2 * 60 * 60_000

/** Periodically removes unused files of this server. */
export function createTidying(db: Db, files: SourceFiles, log: Pick<FastifyBaseLogger, 'warn'>) {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  const work = (): void => {
    working = tidy(db, files, Date.now()).catch((error: Error) =>
      log.warn(`files of sources: ${error.message}`),
    )
  }
  return {
    start() {
      work()
      timer = setInterval(work, TIDY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await working
    },
  }
}

async function tidy(db: Db, files: SourceFiles, now: number): Promise<void> {
  await forgetUploads(db, now)
  const inUse = await filesInUse(db, files.server)
  const uploads = await uploadsOf(db, files.server)
  const documents = await documentsOf(db, files.server)
  const needed = inUse.files.union(uploads).union(documents)
  await files.tidy({ files: needed, rejects: inUse.rejects }, now - ABANDONED_MS)
}
