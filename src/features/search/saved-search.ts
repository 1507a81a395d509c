import { queryOptions } from '@tanstack/react-query'
import { storedToken } from '../../data/stored-session.ts'
import { askWorker } from '../../pwa/worker-channel.ts'
import type { SavedAnswer, SavedOrder, SavedReply } from './saved-messages.ts'

/** Searches the saved pages of reports and cards in a web worker, which reads them once (specification 16.8). */
export class SavedSearch {
  readonly #ownHosts: readonly string[] | null
  #worker: Promise<Worker | null> | undefined
  #asked = 0

  /** @param ownHosts host names of the own sites, if the server gives them */
  constructor(ownHosts: readonly string[] | null) {
    this.#ownHosts = ownHosts
  }

  /**
   * Finds tyres.
   * @throws the signal's reason, or an Error if the worker failed
   */
  async find(text: string, signal: AbortSignal): Promise<SavedAnswer> {
    this.#worker ??= this.#open()
    const worker = await this.#worker
    signal.throwIfAborted()
    if (!worker) return { kept: 0, total: 0, tyres: [], places: new Map() }
    this.#asked += 1
    const id = this.#asked
    return new Promise((resolve, reject) => {
      const listener = ({ data }: MessageEvent<SavedReply>) => {
        if (data.id !== id) return
        worker.removeEventListener('message', listener)
        if ('answer' in data) resolve(data.answer)
        else reject(new Error(data.problem))
      }
      worker.addEventListener('message', listener)
      signal.addEventListener('abort', () => {
        worker.removeEventListener('message', listener)
        reject(signal.reason)
      })
      worker.postMessage({ id, text } satisfies SavedOrder)
    })
  }

  close(): void {
    void this.#worker?.then((worker) => worker?.terminate())
    this.#worker = undefined
  }

  async #open(): Promise<Worker | null> {
    const token = storedToken()
    const state = await askWorker('saved', {})
    const entries = (state?.entries ?? []).filter(({ kind }) => kind === 'page' || kind === 'card')
    if (token === null || entries.length === 0) return null
    const worker = new Worker(new URL('./saved-search.worker.ts', import.meta.url), { type: 'module' })
    worker.postMessage({ token, entries, ownHosts: this.#ownHosts } satisfies SavedOrder)
    return worker
  }
}

export const savedSearchQuery = (search: SavedSearch, text: string) =>
  queryOptions({
    queryKey: ['saved-search', text],
    queryFn: ({ signal }) => search.find(text, signal),
    // The saved data may change between two openings.
    gcTime: 0,
  })
