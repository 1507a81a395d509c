import { Refusal } from '../../platform/refusal.ts'
import { hostOf } from './address.ts'
import { joinDocuments } from './exchange/documents.ts'
import type { ListFile, SavedFile } from './files.ts'
import type { FetchDeps, FetchedFile } from './kinds/kind.ts'
import { KINDS } from './kinds/source-kinds.ts'
import { RunBreak, RunRecord } from './run-record.ts'
import { findRun, joinsDocuments, type Run, type TakenRun } from './runs.ts'
import type { Source } from './source.ts'
import { findSource } from './store.ts'

/** Result of fetching a source's price list. */
export interface FetchedList extends FetchedFile {
  /** version of the source's settings at the time of the fetch */
  version: number
  file: ListFile | null
}

/** Run whose price list is on the disk: a file that the run was added with, or a fetched one (`fetched`). */
export interface ReadyRun {
  run: TakenRun
  fetched?: FetchedList
}

/**
 * Fetches the price list of a run that this process has leased. A failure is recorded in the run.
 * @param signal aborts the fetch when the server stops; the caller must then release the run
 * @returns undefined if there is nothing to import: the run has ended or waits for a retry
 */
export async function fetchList(
  deps: FetchDeps,
  run: TakenRun,
  signal: AbortSignal,
): Promise<ReadyRun | undefined> {
  const source = await findSource(deps.db, run.source_id)
  const record = new RunRecord(deps, run, source, signal)
  const name = deps.files.newName()
  try {
    const { file, ...fetched } = await fetchedFile(deps, record, source, name, signal)
    const list = file && ('sha256' in file ? file : await listOf(deps, file))
    return { fetched: { ...fetched, version: source.version, file: list }, run: record.run }
  } catch (error) {
    await deps.files.remove(name)
    await record.endWith(error as Error)
    return undefined
  }
}

async function fetchedFile(
  deps: FetchDeps,
  record: RunRecord,
  source: Source,
  name: string,
  signal: AbortSignal,
): Promise<FetchedFile> {
  if (joinsDocuments(record.run)) {
    await record.step('Чтение', 'Сборка файлов из 1С')
    return { file: await joinDocuments(deps.db, deps.files, source.id, { now: record.now(), signal }) }
  }
  const kind = KINDS[source.kind]
  if (!kind.fetch) throw new Refusal(400, 'У этого источника больше нет адреса')
  // Only the host that was leased with the run may be fetched from.
  if (!kind.readsPages && hostOf(source.address) !== record.run.host)
    throw new RunBreak('anew', 'Источник изменили')
  return kind.fetch(deps, record, source, name, signal)
}

const listOf = async ({ files }: FetchDeps, { name, size }: SavedFile): Promise<ListFile> => ({
  ...{ name, bytes: size, etag: '', modified: '' },
  sha256: await files.sha256(name),
})

/**
 * Cleans up at the origin of a run that has ended. A failure changes no prices.
 * @returns why that failed; '' if it did not
 */
export async function settleRun(
  deps: Omit<FetchDeps, 'files'>,
  { id }: Pick<Run, 'id'>,
  signal: AbortSignal,
): Promise<string> {
  try {
    const run = await findRun(deps.db, id)
    if (run.state === 'waiting' || run.state === 'running') return ''
    const source = await findSource(deps.db, run.source_id)
    await KINDS[source.kind].settle?.(deps, run, source, signal)
    return ''
  } catch (error) {
    return signal.aborted ? '' : `run ${id} was not settled: ${(error as Error).message}`
  }
}
