import type { ResolveName } from '../../platform/egress/resolve-name.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import { hostOf } from './address.ts'
import { joinDocuments } from './exchange/join-documents.ts'
import type { FetchLimits } from './fetch-request.ts'
import type { SavedFile } from './files.ts'
import { fetchMail } from './mail/fetch-mail.ts'
import { collectPages } from './pages/collect-pages.ts'
import { crawlShop, type ShopDeps } from './pages/crawl-shop.ts'
import type { PageFetcher } from './pages/fetch-page.ts'
import { fetchListFile } from './remote/fetch-list-file.ts'
import { Outdated, type RecordDeps, RunRecord } from './run-record.ts'
import { joinsDocuments, type TakenRun } from './runs.ts'
import { openSecrets } from './secrets.ts'
import type { Source } from './source.ts'
import { sourceStatusOf } from './source-status.ts'
import { findSource, pinHostKey } from './store.ts'

/** Services for reading pages of shops. */
interface PagesDeps extends Pick<ShopDeps, 'shopFetcher' | 'isOwnSite' | 'pause'> {
  fetcher: PageFetcher
}

export interface FetchDeps extends RecordDeps {
  /** undefined in a thread, where no pages are read */
  pages?: PagesDeps
  box: SecretBox
  fetchLimits: FetchLimits
  /** replacement of the DNS look-up in tests */
  resolveName?: ResolveName | undefined
}

/** File to import. */
export interface ListFile {
  name: string
  /** name as its sender calls it */
  called?: string
  bytes: number
  sha256: string
  etag: string
  modified: string
}

/** Result of fetching a source's address. */
export interface FetchedList {
  /** version of the source's settings at the time of the fetch */
  version: number
  /** null if the supplier's server reported that the file is unchanged since the source's last import */
  file: ListFile | null
  /** why there is no file, in words; missing if the supplier's server reported it */
  why?: string
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
    return { fetched: await fetched(deps, record, source, name, signal), run: record.run }
  } catch (error) {
    await deps.files.remove(name)
    await record.endWith(error as Error)
    return undefined
  }
}

async function fetched(
  deps: FetchDeps,
  record: RunRecord,
  source: Source,
  name: string,
  signal: AbortSignal,
): Promise<FetchedList> {
  const { db, box, files, fetchLimits, resolveName } = deps
  const { address, kind, version } = source
  if (kind === 'pages' || kind === 'shop' || joinsDocuments(record.run)) {
    const list = await collected(deps, record, source, signal)
    const sha256 = await files.sha256(list.name)
    return { version, file: { name: list.name, bytes: list.size, sha256, etag: '', modified: '' } }
  }
  const { day, host } = record.run
  if (kind !== 'address' && kind !== 'mail') throw new Refusal(400, 'У этого источника больше нет адреса')
  // Only the host that was leased with the run may be fetched from.
  if (hostOf(address) !== host) throw new Outdated('Источник изменили')
  if (kind === 'mail') return { version, ...(await fetchMail(deps, record, source, name, signal)) }
  const known = (await sourceStatusOf(db, source, day))?.lastFetch
  await record.step('Скачивание', `Скачивание с ${host}`)
  const answer = await fetchListFile(
    {
      address,
      api: source.api,
      secrets: openSecrets(box, source.secrets),
      hostKey: source.hostKey,
      known: known && (known.etag || known.modified) ? known : undefined,
      path: files.path(name),
      signal,
    },
    fetchLimits,
    resolveName,
  )
  if (answer.hostKey && source.hostKey === '') {
    await pinHostKey(db, source, answer.hostKey)
    record.say(`Запомнен ключ сервера ${answer.hostKey}`)
  }
  if (answer.kind === 'not modified') return { version, file: null }
  const { bytes, sha256, etag, modified } = answer
  const paged = 'paged' in answer ? answer.paged : undefined
  const named = paged
    ? `: страниц ${paged.pages}, записей ${paged.records}`
    : answer.fileName === ''
      ? ''
      : `: ${visible(answer.fileName)}`
  await record.step('Ожидание очереди', `Скачано ${megabytes(bytes)} МБ${named}`)
  const called = 'fileName' in answer ? calledIn(answer.fileName, address) : ''
  return { version, file: { name, called, bytes, sha256, etag, modified } }
}

/** Returns the name of a file as its server calls it, else that in its address. */
export const calledIn = (fileName: string, address: string): string =>
  fileName || new URL(address).pathname.split('/').at(-1) || ''

/** Returns a name that a server has chosen, without characters that could affect a terminal. */
const visible = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').slice(0, 200)

/** Returns the price list of a source that has no address. */
async function collected(
  deps: FetchDeps,
  record: RunRecord,
  source: Source,
  signal: AbortSignal,
): Promise<SavedFile> {
  if (joinsDocuments(record.run)) {
    await record.step('Чтение', 'Сборка файлов из 1С')
    return joinDocuments(deps.db, deps.files, source.id, { now: record.now(), signal })
  }
  const { db, files, pages } = deps
  if (!pages) throw new Error('Pages are not read in a thread')
  return source.kind === 'pages'
    ? collectPages({ db, files, ...pages }, record, source, signal)
    : crawlShop({ db, files, ...pages }, record, source, signal)
}

const size = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const megabytes = (bytes: number): string => size.format(bytes / 1e6)
