import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import type { ApiPaging } from '../../../../contract/sources/api.ts'
import type { ResolveName } from '../../../platform/egress/public-lookup.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { hostOf } from '../address.ts'
import type { ApiFile, ApiRequest, FetchLimits } from '../fetch-request.ts'
import { tooLarge } from '../files.ts'
import { failureOf, withinTime } from '../time-limit.ts'
import { ApiSession } from './api-session.ts'
import {
  type ApiPageRequest,
  firstPage,
  isCounted,
  pageAfter,
  parseAnswer,
  recordLines,
} from './page-answer.ts'

const PRIVATE = 0o600
const MAX_PAGES = 1_000
/** Maximum size of a page in MiB: it is parsed as a whole. */
const PAGE_MEGABYTES = 4

/**
 * Fetches a price list from a supplier's API (specification 13.18): the answer as it is, or the records of all pages as
 * JSON Lines. The file exists afterwards only if it has all of them.
 * @param resolveName replacement of the DNS look-up in tests
 * @throws FetchFailure
 */
export async function fetchApi(
  request: ApiRequest,
  limits: FetchLimits,
  resolveName?: ResolveName,
): Promise<ApiFile> {
  const { api, path, address } = request
  const { paging } = api
  return withinTime(request, limits, async (timed, limit) => {
    const session = new ApiSession({ ...timed, api }, limit, limits, resolveName)
    if (paging) return fetchPages({ ...request, ...timed }, paging, session, limits)
    const megabytes = limits.fetchMegabytes
    const answer = await session.send(address, new Map(), { path, expects: 'list', megabytes })
    return { ...answer, etag: '', modified: '' }
  }) as Promise<ApiFile>
}

async function fetchPages(
  { address, path, pages: mostPages, signal }: ApiRequest,
  paging: ApiPaging,
  session: ApiSession,
  limits: FetchLimits,
): Promise<ApiFile> {
  const file = await open(path, 'w', PRIVATE)
  try {
    const list = new PagedList(file, limits.fetchMegabytes)
    const host = hostOf(address)
    let place: ApiPageRequest | null = firstPage(paging, address)
    let isCut = false
    while (place) {
      signal.throwIfAborted()
      if (list.pages === mostPages) {
        isCut = true
        break
      }
      const page = await requestPage({ session, place, paging, list, path: `${path}.page` })
      if (page === null || !(await list.add(page.lines, paging))) break
      const { answer, link } = page
      place = pageAfter(paging, { place, answer, count: page.lines.length, link })
    }
    if (list.records === 0) throw new FetchFailure(`Сервер ${host} не прислал ни одной записи`, true)
    const { pages, records } = list
    const facts = { etag: '', modified: '', contentType: 'application/jsonl', fileName: '' }
    return { kind: 'file', ...facts, ...list.sum(), paged: { pages, records, isCut } }
  } finally {
    await file.close()
  }
}

interface PageRequest {
  session: ApiSession
  place: ApiPageRequest
  paging: ApiPaging
  list: PagedList
  path: string
}

/**
 * Requests a page.
 * @returns null if a page that was only requested to be sure does not exist
 * @throws FetchFailure
 */
async function requestPage({ session, place, paging, list, path }: PageRequest) {
  const values = new Map([['page', place.at], ...(paging.size > 0 ? ([['size', paging.size]] as const) : [])])
  try {
    const answer = await session.send(place.address, values, {
      path,
      expects: 'page',
      megabytes: PAGE_MEGABYTES,
    })
    list.receive(answer.bytes)
    const read = parseAnswer(await readFile(path, 'utf8'), hostOf(place.address))
    return { answer: read, lines: recordLines(read, paging.records), link: answer.link ?? '' }
  } catch (error) {
    if (error instanceof FetchFailure && error.status === 404 && list.isSure) return null
    throw error instanceof Refusal && error.statusCode === 413 ? pageTooLarge() : error
  } finally {
    await rm(path, { force: true })
  }
}

/** Records of the pages so far, written to a file. */
class PagedList {
  readonly #file: FileHandle
  readonly #megabytes: number
  readonly #hash = createHash('sha256')
  readonly #seen = new Set<string>()
  #received = 0
  #bytes = 0
  pages = 0
  records = 0
  /** whether the next page is only requested to be sure that there is none: the first one was not full */
  isSure = false

  constructor(file: FileHandle, megabytes: number) {
    this.#file = file
    this.#megabytes = megabytes
  }

  sum(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('base64url') }
  }

  /** Counts the bytes of an answer. @throws FetchFailure for too many in all */
  receive(bytes: number): void {
    this.#received += bytes
    if (this.#received > this.#megabytes * 2 ** 20) throw failureOf(tooLarge(this.#megabytes))
  }

  /**
   * Adds a page.
   * @returns false if it is the last one
   * @throws FetchFailure
   */
  async add(lines: readonly string[], paging: ApiPaging): Promise<boolean> {
    if (lines.length === 0) return false
    const text = `${lines.join('\n')}\n`
    const print = createHash('sha256').update(text).digest('base64url')
    const isRepeated = this.#seen.has(print)
    if (this.isSure) {
      if (isRepeated) return false
      throw otherSize(this.records, paging.size)
    }
    if (isRepeated) throw repeated(this.pages + 1)
    if (this.pages === MAX_PAGES) throw tooMany()
    this.#seen.add(print)
    await this.#file.writeFile(text)
    this.#hash.update(text)
    this.#bytes += Buffer.byteLength(text)
    this.pages++
    this.records += lines.length
    const isShort = isCounted(paging) && lines.length < paging.size
    this.isSure = isShort && this.pages === 1
    return !isShort || this.isSure
  }
}

const words = new Intl.NumberFormat('ru-RU')
const repeated = (page: number): FetchFailure =>
  new FetchFailure(`Страница ${page} повторяет одну из прежних: верно ли описано, как листать?`, false)
const tooMany = (): FetchFailure =>
  new FetchFailure(`Страниц больше ${words.format(MAX_PAGES)}: верно ли описано, как листать?`, false)
const pageTooLarge = (): FetchFailure =>
  new FetchFailure(`Страница ответа больше ${PAGE_MEGABYTES} МБ: уменьшите размер страницы`, false)
const otherSize = (records: number, size: number): FetchFailure =>
  new FetchFailure(
    `Сервер отдаёт по ${words.format(records)} записей, а не по ${words.format(size)}: укажите такой размер страницы`,
    false,
  )
