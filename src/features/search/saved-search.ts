import { queryOptions } from '@tanstack/react-query'
import { storedToken } from '../../data/stored-session.ts'
import { callWorker, type WorkerCalls } from '../../lib/worker-call.ts'
import { requestFromWorker } from '../../pwa/worker-channel.ts'
import type { SavedOrder, SavedSearchAnswer } from './saved-messages.ts'

/** Searches the saved report pages and cards in a web worker, which reads them once (specification 16.8). */
export class SavedSearch {
  readonly #ownHosts: readonly string[] | null
  #worker: Promise<WorkerCalls | null> | undefined

  /** @param ownHosts host names of the own sites; null if the server does not list them */
  constructor(ownHosts: readonly string[] | null) {
    this.#ownHosts = ownHosts
  }

  /**
   * Finds tyres among the saved data.
   * @throws the signal's reason, or a ReadError if the worker failed
   */
  async find(text: string, signal: AbortSignal): Promise<SavedSearchAnswer> {
    this.#worker ??= this.#open()
    const worker = await this.#worker
    signal.throwIfAborted()
    return worker
      ? worker.request({ text } satisfies SavedOrder, { signal })
      : { kept: 0, total: 0, tyres: [], places: new Map() }
  }

  close(): void {
    void this.#worker?.then((worker) => worker?.end())
    this.#worker = undefined
  }

  async #open(): Promise<WorkerCalls | null> {
    const token = storedToken()
    const state = await requestFromWorker('saved', {})
    const entries = (state?.entries ?? []).filter(({ kind }) => kind === 'page' || kind === 'card')
    if (token === null || entries.length === 0) return null
    const worker = callWorker(
      new Worker(new URL('./saved-search.worker.ts', import.meta.url), { type: 'module' }),
    )
    const order = { token, entries, ownHosts: this.#ownHosts } satisfies SavedOrder
    // If reading the data fails, the first search reports it.
    worker.request(order).catch(() => undefined)
    return worker
  }
}

export const savedSearchQuery = (search: SavedSearch, text: string) =>
  queryOptions({
    queryKey: ['saved-search', text],
    queryFn: ({ signal }) => search.find(text, signal),
    // Not cached: the saved data may change before the dialog is opened again.
    gcTime: 0,
  })
