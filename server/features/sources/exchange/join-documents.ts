import { createReadStream } from 'node:fs'
import type { Db } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import { RunBreak } from '../run-record.ts'
import { findExchange, forgetExchange, listDocuments, PIECE, type SentDocument } from './documents.ts'

/**
 * Writes a source's documents into one price list, in the order in which 1C had them imported (specification 13.17).
 * @throws RunBreak while the exchange goes on
 * @throws Refusal if the exchange was broken off or the documents are missing
 */
export async function joinDocuments(
  db: Db,
  files: SourceFiles,
  sourceId: string,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<SavedFile> {
  const exchange = await findExchange(db, sourceId)
  if (exchange?.ended === 0 && exchange.busy_until > now)
    throw new RunBreak(exchange.busy_until, 'Обмен с 1С ещё идёт')
  const all = await listDocuments(db, sourceId)
  if (exchange?.ended === 0 && all.some(({ kind }) => kind === PIECE))
    throw new Refusal(400, 'Обмен с 1С оборвался: пришли не все файлы, цены остались прежними')
  const documents = all.filter(({ kind, server }) => kind !== PIECE && server === files.server)
  if (documents.length === 0) throw new Refusal(400, MISSING)
  const missing = async (): Promise<Error> => {
    if (namesOf(await listDocuments(db, sourceId)) !== namesOf(all))
      return new RunBreak('anew', 'Из 1С пришли новые файлы')
    await forgetExchange(db, sourceId)
    return new Refusal(400, MISSING)
  }
  try {
    return await files.saveChunks(contentOf(documents, files, signal), Number.POSITIVE_INFINITY)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? await missing() : error
  }
}

const MISSING = 'Файлов из 1С на этом сервере нет: выгрузите из 1С все товары, а не только изменения'

const namesOf = (documents: readonly SentDocument[]): string => documents.map(({ file }) => file).join()

async function* contentOf(
  documents: readonly SentDocument[],
  files: SourceFiles,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const { file } of documents) {
    for await (const bytes of createReadStream(files.path(file))) {
      signal.throwIfAborted()
      yield bytes
    }
  }
}
