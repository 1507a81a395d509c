import { SearchIndex } from '../../../contract/search/search-index.ts'
import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { part, type SqlPart } from '../../platform/db/statement.ts'
import { createYields } from '../../prices/steps.ts'
import { allTyres, type CatalogTyre } from '../../prices/tyre-catalog.ts'
import { specsOf } from './firings.ts'
import { readChunks } from './import-reads.ts'
import { selectsAll, type TyreSelection } from './tyre-selections.ts'

/** Ids of the tyres that a rule watches; null for all. */
export type RuleTyreIds = ReadonlySet<number> | null

/** Words that may be articles with zeros before them, which the search finds also without. */
const MAYBE_PADDED = /(?<!\d)0/

/** Tyres among which those of rules are chosen: the whole catalog, or those that an import changes. */
export class TyrePool {
  readonly #sql: ReadSql
  /** null for the whole catalog */
  readonly #ids: readonly number[] | null
  readonly #catalog: TyrePool
  #loaded: Promise<CatalogTyre[]> | undefined
  #byBrand: ReadonlyMap<string, CatalogTyre[]> | undefined
  #articles: Promise<Map<string, number[]>> | undefined
  #index: Promise<SearchIndex> | undefined
  readonly #matching = new Map<string, Promise<ReadonlySet<number>>>()
  readonly #pause = createYields()

  /** @param part ids of some tyres, and the pool of the whole catalog */
  constructor(sql: ReadSql, part?: { ids: readonly number[]; catalog: TyrePool }) {
    this.#sql = sql
    this.#ids = part?.ids ?? null
    this.#catalog = part?.catalog ?? this
  }

  /** Returns the tyres that meet a selection. */
  async choose(selection: TyreSelection): Promise<RuleTyreIds> {
    if (selectsAll(selection)) return null
    await this.#pause()
    const { articles, listed, fits, brands, search } = selection
    if (articles) return this.#withArticles(articles)
    const isListed = (id: number) => !listed || (id < listed.size && listed.has(id))
    if (fits.length === 0 && search === '')
      return new Set(this.#ids ? this.#ids.filter(isListed) : listed?.positions())
    const found = new Set<number>()
    for (const { id, specs } of brands ? await this.#ofBrands(brands) : await this.#tyres()) {
      if (isListed(id) && fits.every(({ spec, accepts }) => accepts(specs[spec]))) found.add(id)
    }
    return search === '' || found.size === 0 ? found : found.intersection(await this.#matchesOf(search))
  }

  #tyres(): Promise<CatalogTyre[]> {
    this.#loaded ??= this.#ids ? this.#load(this.#ids) : allTyres(this.#sql)
    return this.#loaded
  }

  async #load(ids: readonly number[]): Promise<CatalogTyre[]> {
    return [...(await specsOf(this.#sql, ids))].map(([id, specs]) => ({ id, specs }))
  }

  /** Returns the tyres of some brands: most filters name one, and there may be a thousand different ones. */
  async #ofBrands(brands: readonly string[]): Promise<CatalogTyre[]> {
    this.#byBrand ??= Map.groupBy(await this.#tyres(), ({ specs }) => specs.brand)
    return brands.flatMap((brand) => this.#byBrand?.get(brand) ?? [])
  }

  async #withArticles(articles: ReadonlySet<string>): Promise<ReadonlySet<number>> {
    this.#articles ??= this.#loadArticles()
    const found = new Set<number>()
    for (const [article, ids] of await this.#articles) {
      if (articles.has(article)) for (const id of ids) found.add(id)
    }
    return found
  }

  async #loadArticles(): Promise<Map<string, number[]>> {
    const byArticle = new Map<string, number[]>()
    const enter = (text: string, id: number) => {
      const article = normaliseArticle(text)
      if (article === '') return
      const ids = byArticle.get(article)
      if (!ids) byArticle.set(article, [id])
      else if (!ids.includes(id)) ids.push(id)
    }
    for (const { id, specs } of await this.#tyres()) enter(specs.article, id)
    const read = (which: SqlPart) =>
      this.#sql.all<{ tyre_id: number; article: string; code: string }>`
        SELECT tyre_id, article, code FROM listings ${which}`
    const listings = this.#ids
      ? await readChunks(this.#ids, (ids) => read(part`WHERE tyre_id IN (${ids})`))
      : await read(part``)
    for (const { tyre_id, article, code } of listings) {
      enter(article, tyre_id)
      enter(code, tyre_id)
      await this.#pause()
    }
    return byArticle
  }

  #matchesOf(search: string): Promise<ReadonlySet<number>> {
    const known = this.#matching.get(search) ?? this.#match(search)
    this.#matching.set(search, known)
    return known
  }

  /**
   * Returns the tyres that a search text finds in the whole catalog. Some tyres are enough where they match as typed, or
   * not even with typing errors: an index of the catalog costs as much as a third of an import.
   */
  async #match(search: string): Promise<ReadonlySet<number>> {
    const tyres = await this.#tyres()
    this.#index ??= this.#buildIndex(tyres)
    const index = await this.#index
    const idsAt = (positions: readonly number[]) =>
      new Set(positions.map((at) => (tyres[at] as CatalogTyre).id))
    if (this.#catalog === this) return idsAt(index.matching(search))
    const asTyped = MAYBE_PADDED.test(search) ? [] : index.matching(search, true)
    if (asTyped.length > 0) return idsAt(asTyped)
    return index.matching(search).length === 0 ? new Set() : this.#catalog.#matchesOf(search)
  }

  async #buildIndex(tyres: readonly CatalogTyre[]): Promise<SearchIndex> {
    const index = new SearchIndex()
    for (const { specs } of tyres) {
      index.add(specs)
      await this.#pause()
    }
    for (const _ of index.finishInSteps()) await this.#pause()
    return index
  }
}
