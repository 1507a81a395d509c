import type { ApiPaging } from '../../../../contract/sources/api.ts'
import { isPage } from '../../../import/readers/html-tables.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { isSameOrigin } from '../../../platform/remote/file-address.ts'

/**
 * Parses an answer as JSON.
 * @throws FetchFailure, which quotes nothing of the answer: it may have secrets
 */
export function parseAnswer(text: string, host: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw isPage(text.slice(0, 1_024))
      ? new FetchFailure(`Вместо ответа API сервер ${host} прислал страницу (HTML)`, true)
      : new FetchFailure(`Сервер ${host} ответил не в JSON`, true)
  }
}

/** Returns the part of an answer at a path such as 'data.items'; undefined without it. */
export function answerPart(answer: unknown, path: string): unknown {
  let part = answer
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined
    part = (part as Record<string, unknown>)[name]
  }
  return part
}

/** Returns whether an answer with status 200 is an error, as those of GraphQL and of limits are. */
function isError(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const { error, errors, success } = answer as Record<string, unknown>
  const isFilled = Array.isArray(errors) ? errors.length > 0 : Boolean(errors)
  return Boolean(error) || isFilled || success === false
}

/**
 * Returns the records of a page, each as a line of JSON.
 * @throws FetchFailure
 */
export function recordLines(answer: unknown, path: string): string[] {
  if (isError(answer)) throw new FetchFailure('Поставщик вместо записей сообщил об ошибке', true)
  const records = answerPart(answer, path)
  // Servers that have no more records may send null.
  if (records === null) return []
  if (!Array.isArray(records)) {
    throw new FetchFailure(
      path === '' ? 'Ответ API — не массив записей: укажите, где они' : `В ответе API нет массива «${path}»`,
      false,
    )
  }
  try {
    return records.map((record) => JSON.stringify(record))
  } catch {
    throw new FetchFailure('Записи в ответе API вложены слишком глубоко', false)
  }
}

/** Page to request. */
export interface ApiPageRequest {
  address: string
  /** number, offset or cursor; undefined for the first page of cursors, and for links */
  at: unknown
}

/** Page that has arrived. */
export interface ReceivedPage {
  place: ApiPageRequest
  answer: unknown
  /** number of its records */
  count: number
  /** header Link; '' without one */
  link: string
}

/** Longest cursor, in characters. */
const MAX_CURSOR_LENGTH = 2_000

/** Returns whether a paging counts pages or records, and so says itself which page is next. */
export const isCounted = ({ by }: ApiPaging): boolean => by === 'page' || by === 'offset'

/** Returns the first page of an address. */
export function firstPage(paging: ApiPaging, address: string): ApiPageRequest {
  return placeAt(paging, withParameter(address, paging.size_parameter, paging.size), firstAt(paging))
}

const firstAt = (paging: ApiPaging): unknown => (isCounted(paging) ? paging.first : undefined)

/**
 * Returns the page after one that has records; null after the last.
 * @throws FetchFailure
 */
export function pageAfter(
  paging: ApiPaging,
  { place, answer, count, link }: ReceivedPage,
): ApiPageRequest | null {
  if (paging.by === 'page') return placeAt(paging, place.address, Number(place.at) + 1)
  if (paging.by === 'offset') return placeAt(paging, place.address, Number(place.at) + count)
  if (paging.by === 'next') {
    const next = paging.path === '' ? linkOf(link) : answerPart(answer, paging.path)
    return isNothing(next) ? null : { address: linked(place.address, next), at: undefined }
  }
  const cursor = answerPart(answer, paging.path)
  if (isNothing(cursor)) return null
  if (!['string', 'number'].includes(typeof cursor) || String(cursor).length > MAX_CURSOR_LENGTH) {
    throw new FetchFailure(`Курсор следующей страницы («${paging.path}») неверен`, false)
  }
  return placeAt(paging, place.address, cursor)
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false

const placeAt = ({ parameter }: ApiPaging, address: string, at: unknown): ApiPageRequest => ({
  address: at === undefined ? address : withParameter(address, parameter, at),
  at,
})

function withParameter(address: string, name: string, value: unknown): string {
  if (name === '') return address
  const url = new URL(address)
  url.searchParams.set(name, String(value))
  return url.href
}

/** Returns the target of rel="next" in a header Link (RFC 8288). */
function linkOf(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const [, quoted, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([\w-]+))/i.exec(parameters) ?? []
    if ((quoted ?? plain).toLowerCase().split(/\s/).includes('next')) return target
  }
  return undefined
}

/** @throws FetchFailure for a link to another server, which must not get secrets */
function linked(address: string, next: unknown): string {
  if (typeof next !== 'string' || !URL.canParse(next, address)) {
    throw new FetchFailure('Ссылка на следующую страницу неверна', false)
  }
  const url = new URL(next, address)
  if (!isSameOrigin(address, url.href)) {
    throw new FetchFailure(`Ссылка на следующую страницу ведёт на другой сервер: ${url.host}`, false)
  }
  return url.href
}
