import type { Db } from '../../platform/db/db.ts'
import { documentsOf } from './exchange/documents.ts'
import type { SourceFiles } from './files.ts'
import { filesInUse } from './runs.ts'
import { forgetUploads, uploadsOf } from './uploads.ts'

/** Age in ms from which an unused file counts as abandoned; files that are being written are younger. */
const ABANDONED_MS = 2 * 60 * 60_000

/** Removes unused files of this server. */
export async function tidy(db: Db, files: SourceFiles, now: number): Promise<void> {
  await forgetUploads(db, now)
  const inUse = await filesInUse(db, files.server)
  const uploads = await uploadsOf(db, files.server)
  const documents = await documentsOf(db, files.server)
  const needed = inUse.files.union(uploads).union(documents)
  await files.tidy({ files: needed, rejects: inUse.rejects }, now - ABANDONED_MS)
}
