import { rm } from 'node:fs/promises'
import { Refusal } from '../../platform/refusal.ts'
import { connectionFailure, FetchFailure } from '../../platform/remote/fetch-failure.ts'
import type { Fetched, FetchLimits, FetchRequest } from './fetch-request.ts'
import { diskFull } from './files.ts'

/**
 * Fetches within the time limit; nothing remains of a file that did not arrive as a whole.
 * @param fetching gets the request with a signal that is also aborted when the time is over
 * @throws FetchFailure, or the reason why the caller's signal was aborted
 */
export async function withinTime(
  request: FetchRequest,
  { fetchSeconds }: FetchLimits,
  fetching: (request: FetchRequest, limit: TimeLimit) => Promise<Fetched>,
): Promise<Fetched> {
  const limit = new TimeLimit(fetchSeconds * 1_000)
  const signal = AbortSignal.any([request.signal, limit.signal])
  try {
    return await fetching({ ...request, signal }, limit)
  } catch (error) {
    await rm(request.path, { force: true })
    if (request.signal.aborted) throw request.signal.reason
    if (limit.signal.aborted) throw new FetchFailure(`Скачивание длилось дольше ${fetchSeconds} с`, true)
    throw failureOf(error)
  }
}

/** Limit of the time that requests take; waiting for a turn does not count. */
export class TimeLimit {
  readonly #aborting = new AbortController()
  #left: number
  #begun = 0
  #timer: NodeJS.Timeout | undefined

  /** @param ms time in ms */
  constructor(ms: number) {
    this.#left = ms
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#aborting.signal
  }

  start(): void {
    this.#begun = performance.now()
    this.#timer = setTimeout(() => this.#aborting.abort(), this.#left)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#left = Math.max(0, this.#left - (performance.now() - this.#begun))
  }
}

/** Message of a fetch that ended at a page with a password field. */
export const SIGN_IN_PAGE =
  'Вместо прайс-листа пришла страница входа: без имени и пароля сервер файла не даёт'

export const protocolViolation = () => new FetchFailure('Сервер ответил не по правилам HTTP', true)

const REASONS: Readonly<Record<string, string>> = {
  ERR_STREAM_PREMATURE_CLOSE: 'Файл пришёл не целиком: соединение оборвалось',
  ECONNRESET: 'Файл пришёл не целиком: соединение оборвалось',
  Z_BUF_ERROR: 'Файл пришёл не целиком: сжатие обрывается',
  Z_DATA_ERROR: 'Файл повреждён: его сжатие не читается',
}

/** Converts any error of a fetch into its failure in words. */
export function failureOf(error: unknown): FetchFailure {
  const full = diskFull(error)
  if (full) return new FetchFailure(full.message, true)
  if (error instanceof Refusal) return new FetchFailure(error.message, false)
  const failed = connectionFailure(error)
  if (failed) return failed
  const { code = '' } = error as { code?: string }
  const known = REASONS[code]
  if (known !== undefined) return new FetchFailure(known, true)
  if (code.startsWith('HPE_')) return protocolViolation()
  return new FetchFailure('Соединение с сервером не удалось', true)
}

/** Returns a failure as a refusal to the person who waits, and any other error as it is. */
export const refusalOf = (error: unknown): unknown =>
  error instanceof FetchFailure ? new Refusal(400, error.message) : error
