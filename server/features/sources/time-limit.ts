import { rm } from 'node:fs/promises'
import { FetchFailure } from '../../platform/remote/fetch-failure.ts'
import { failureOf } from './fetch-failure.ts'
import type { Fetched, FetchLimits, FetchRequest } from './fetch-request.ts'

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
