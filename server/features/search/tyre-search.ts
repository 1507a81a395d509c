import { setTimeout as delay } from 'node:timers/promises'
import type { ReadSql } from '../../platform/db/db.ts'
import { BitSet } from '../../prices/bit-set.ts'
import type { CatalogTyre } from '../../prices/tyre-catalog.ts'
import { priceVersion } from '../../prices/versions.ts'
import { areSame, indexTyres, readTyres, type SearchCatalog } from './search-catalog.ts'

const NOTHING: FoundTyres = { tyres: [], total: 0 }

/** Enough to make the index of some thousand tyres. */
const PATIENCE_MS = 500

/** The tyres that a search finds, best first. */
export interface FoundTyres {
  tyres: CatalogTyre[]
  /** of all that are found */
  total: number
}

/**
 * Searches the whole catalog in memory (specification 16.1). After an import the former index answers until the new one is made, which
 * the next search begins, and for which that search waits a moment. Only the first search of all waits for it to the end, and one that
 * the former index has nothing for.
 */
export class TyreSearch {
  readonly #sql: ReadSql
  /** of the catalog that is, or was, indexed */
  #version: number | undefined
  #read: readonly CatalogTyre[] = []
  #kept: SearchCatalog | undefined
  #making: Promise<SearchCatalog> | undefined

  constructor(sql: ReadSql) {
    this.#sql = sql
  }

  /** @param preference from 0 to 1: the tyre with more comes before others that fit alike */
  async find(text: string, limit: number, preference: (id: number) => number): Promise<FoundTyres> {
    return this.#look(({ tyres, index }) => {
      const at = (position: number) => tyres[position] as CatalogTyre
      const { positions, total } = index.search(text, limit, (position) => preference(at(position).id))
      return total > 0 && { tyres: positions.map(at), total }
    }, NOTHING)
  }

  /** The ids of all tyres that are found. */
  async matching(text: string): Promise<BitSet> {
    const ids = await this.#look(({ tyres, index }) => {
      const positions = index.matching(text)
      return positions.length > 0 && positions.map((position) => (tyres[position] as CatalogTyre).id)
    }, [])
    const found = new BitSet(1 + ids.reduce((a, b) => Math.max(a, b), 0))
    for (const id of ids) found.add(id)
    return found
  }

  /** Makes the index before anybody searches. */
  async prepare(): Promise<void> {
    await this.#catalog()
  }

  /** @param find false if the catalog has nothing: what is sought may have come with the last import, whose index is awaited then */
  async #look<Found>(find: (catalog: SearchCatalog) => Found | false, nothing: Found): Promise<Found> {
    for (;;) {
      const found = find(await this.#catalog())
      const making = this.#making
      if (found || !making) return found || nothing
      // A failure is told: 'nothing' would not be true.
      await making
    }
  }

  async #catalog(): Promise<SearchCatalog> {
    const version = (await priceVersion(this.#sql)) ?? 0
    if (version !== this.#version && !this.#making) {
      this.#making = this.#make(version).finally(() => {
        this.#making = undefined
      })
      // Whoever waits for it is told; nobody else has to know, and the next search tries again.
      this.#making.catch(() => undefined)
      if (this.#kept) await Promise.race([this.#making.catch(() => undefined), delay(PATIENCE_MS)])
    }
    return this.#kept ?? (this.#making as Promise<SearchCatalog>)
  }

  async #make(version: number): Promise<SearchCatalog> {
    const read = await this.#sql.together(readTyres)
    // Most imports bring prices of known tyres alone.
    const kept = this.#kept && areSame(read, this.#read) ? this.#kept : await indexTyres(read)
    this.#read = read
    this.#kept = kept
    this.#version = version
    return kept
  }
}
