import { setTimeout as delay } from 'node:timers/promises'
import type { ReadSql } from '../../platform/db/db.ts'
import { BitSet } from '../../prices/positions.ts'
import type { CatalogTyre } from '../../prices/tyre-catalog.ts'
import { priceVersion } from '../../prices/versions.ts'
import { areSame, indexTyres, readTyres, type SearchCatalog } from './search-catalog.ts'

const NOTHING: TyreSearchResult = { tyres: [], total: 0, preferred: 0 }

/** Maximum time in ms that a search waits for a new index; enough to index some thousand tyres. */
const PATIENCE_MS = 500

/** Tyres that a search finds, best first. */
export interface TyreSearchResult {
  tyres: CatalogTyre[]
  /** total number of found tyres */
  total: number
  /** number of found tyres with a preference above 0 */
  preferred: number
}

/**
 * Searches the whole catalog in memory (specification 16.1). The first search after an import starts building a new
 * index and waits for it briefly; until it is complete, the former index is used. Only the very first search, and a
 * search without results in the former index, wait for the complete index.
 */
export class TyreSearch {
  readonly #sql: ReadSql
  /** version of the catalog from which `#kept` was built */
  #version: number | undefined
  #read: readonly CatalogTyre[] = []
  #kept: SearchCatalog | undefined
  #making: Promise<SearchCatalog> | undefined

  constructor(sql: ReadSql) {
    this.#sql = sql
  }

  /**
   * Returns the best matches.
   * @param preference weight from 0 to 1 that decides between equal matches
   */
  async find(text: string, limit: number, preference: (id: number) => number): Promise<TyreSearchResult> {
    return this.#look(({ tyres, index }) => {
      const at = (position: number) => tyres[position] as CatalogTyre
      const { positions, ...counts } = index.search(text, limit, (position) => preference(at(position).id))
      return counts.total > 0 && { tyres: positions.map(at), ...counts }
    }, NOTHING)
  }

  /** Returns the ids of all found tyres. */
  async matching(text: string): Promise<BitSet> {
    const ids = await this.#look(({ tyres, index }) => {
      const positions = index.matching(text)
      return positions.length > 0 && positions.map((position) => (tyres[position] as CatalogTyre).id)
    }, [])
    const found = new BitSet(1 + ids.reduce((a, b) => Math.max(a, b), 0))
    for (const id of ids) found.add(id)
    return found
  }

  /** Builds the index before the first search. */
  async prepare(): Promise<void> {
    await this.#catalog()
  }

  /**
   * Runs a search.
   * @param find returns false without results; the tyre may then belong to the last import, so the search is repeated
   * with the new index
   */
  async #look<Found>(find: (catalog: SearchCatalog) => Found | false, nothing: Found): Promise<Found> {
    for (;;) {
      const found = find(await this.#catalog())
      const making = this.#making
      if (found || !making) return found || nothing
      // A failure to build the index is thrown, because it does not mean that nothing was found.
      await making
    }
  }

  async #catalog(): Promise<SearchCatalog> {
    const version = (await priceVersion(this.#sql)) ?? 0
    if (version !== this.#version && !this.#making) {
      this.#making = this.#make(version).finally(() => {
        this.#making = undefined
      })
      // Prevents an unhandled rejection. The searches that wait for the index receive the error; the next search tries
      // again.
      this.#making.catch(() => undefined)
      if (this.#kept) await Promise.race([this.#making.catch(() => undefined), delay(PATIENCE_MS)])
    }
    return this.#kept ?? (this.#making as Promise<SearchCatalog>)
  }

  async #make(version: number): Promise<SearchCatalog> {
    const read = await this.#sql.together(readTyres)
    // Most imports contain only known tyres, so the index can be reused.
    const kept = this.#kept && areSame(read, this.#read) ? this.#kept : await indexTyres(read)
    this.#read = read
    this.#kept = kept
    this.#version = version
    return kept
  }
}
