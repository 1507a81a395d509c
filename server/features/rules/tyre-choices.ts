import { SPEC_FILTERS, SPEC_OF_FILTER } from '../../../contract/reports/filters.ts'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import { SearchIndex } from '../../../contract/search/search-index.ts'
import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { BitSet } from '../../prices/bit-set.ts'
import { createYields } from '../../prices/compare/yields.ts'
import { fitOf } from '../../prices/filter-fit.ts'
import { allTyres, type CatalogTyre } from '../../prices/tyre-catalog.ts'
import { decodeTyreIds } from '../../prices/tyre-lists.ts'
import { findRuleView } from './check-rule.ts'
import type { Places } from './places.ts'
import { ruleQuery } from './rule-query.ts'
import type { StoredRule } from './watch-rule.ts'

/** Kinds of prices of which a listed tyre has at least one, as columns of site_cities. */
const LISTING_KINDS = ['retail', 'opt', 'cost'] as const

/** Tyres that a rule watches. */
export interface TyreChoice {
  has(tyre: number): boolean
  /** ids in ascending order; null for all tyres */
  ids(): Uint32Array | null
}

const ALL: TyreChoice = { has: () => true, ids: () => null }
export const NO_TYRES: TyreChoice = { has: () => false, ids: () => new Uint32Array() }

const choiceOf = (set: BitSet): TyreChoice => ({
  has: (tyre) => tyre < set.size && set.has(tyre),
  ids: () => set.positions(),
})

/** Selects the tyres of rules; rules with the same selection share it. */
export class TyreChoices {
  readonly #sql: ReadSql
  readonly #places: Places
  readonly #choices = new Map<string, Promise<TyreChoice>>()
  #catalog: Promise<CatalogTyre[]> | undefined
  #byBrand: ReadonlyMap<string, CatalogTyre[]> | undefined
  #presence: Promise<SitePresence[]> | undefined
  #articles: Promise<Map<string, number[]>> | undefined
  #search: Promise<SearchIndex> | undefined
  readonly #pause = createYields()

  constructor(sql: ReadSql, places: Places) {
    this.#sql = sql
    this.#places = places
  }

  /** @returns undefined if the rule's view was removed */
  async of({
    owner_id,
    settings,
  }: Pick<StoredRule, 'owner_id' | 'settings'>): Promise<TyreChoice | undefined> {
    const { tyres } = settings
    if (tyres.of !== 'view') return this.#once(tyres)
    const view = await findRuleView(this.#sql, owner_id, tyres.view)
    return view && this.#once({ of: 'filters', query: view.query })
  }

  #once(tyres: Exclude<RuleSettings['tyres'], { of: 'view' }>): Promise<TyreChoice> {
    const key = JSON.stringify(tyres)
    const known = this.#choices.get(key) ?? this.#select(tyres)
    this.#choices.set(key, known)
    return known
  }

  async #select(tyres: Exclude<RuleSettings['tyres'], { of: 'view' }>): Promise<TyreChoice> {
    if (tyres.of === 'all') return ALL
    if (tyres.of === 'own') return this.#listed((_, number) => this.#places.isOwn[number] === true)
    return tyres.of === 'articles' ? this.#byArticles(tyres.articles) : this.#byQuery(tyres.query)
  }

  async #byQuery(query: string): Promise<TyreChoice> {
    const { filters, search } = ruleQuery(query)
    const fits = SPEC_FILTERS.flatMap((name) =>
      filters[name] ? [{ spec: SPEC_OF_FILTER[name], accepts: fitOf(filters[name]) }] : [],
    )
    const { site, city } = filters
    const [isSite, isCity] = [fitOf(site), fitOf(city)]
    const { sites } = this.#places
    const listed =
      site || city
        ? await this.#listed((place, number) => isSite(sites.name(number)) && isCity(place.city))
        : ALL
    if (fits.length === 0 && search === '') return listed
    const found = search === '' ? ALL : choiceOf(await this.#matching(search))
    const catalog = await this.#tyres()
    const set = new BitSet(1 + highestId(catalog))
    const { brand } = filters
    const some = brand && !brand.except ? await this.#ofBrands(brand.values) : catalog
    for (const { id, specs } of some) {
      if (fits.every(({ spec, accepts }) => accepts(specs[spec])) && listed.has(id) && found.has(id))
        set.add(id)
    }
    await this.#pause()
    return choiceOf(set)
  }

  /** Returns the tyres of some brands: most filters name one, and there may be a thousand different ones. */
  async #ofBrands(brands: readonly string[]): Promise<CatalogTyre[]> {
    this.#byBrand ??= Map.groupBy(await this.#tyres(), ({ specs }) => specs.brand)
    return brands.flatMap((brand) => this.#byBrand?.get(brand) ?? [])
  }

  async #byArticles(articles: readonly string[]): Promise<TyreChoice> {
    this.#articles ??= this.#loadArticles()
    const known = await this.#articles
    const ids = articles.flatMap((article) => known.get(normaliseArticle(article)) ?? [])
    if (ids.length === 0) return NO_TYRES
    const set = new BitSet(1 + ids.reduce((a, b) => Math.max(a, b), 0))
    for (const id of ids) set.add(id)
    return choiceOf(set)
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
    const listings = await this.#sql.all<{ tyre_id: number; article: string; code: string }>(
      'SELECT tyre_id, article, code FROM listings',
    )
    for (const { tyre_id, article, code } of listings) {
      enter(article, tyre_id)
      enter(code, tyre_id)
      await this.#pause()
    }
    return byArticle
  }

  async #listed(counts: (place: SitePresence, site: number) => boolean): Promise<TyreChoice> {
    this.#presence ??= this.#loadPresence()
    const presence = (await this.#presence).filter((place) => counts(place, place.site))
    const set = new BitSet(1 + presence.reduce((most, { ids }) => Math.max(most, highestOf(ids)), 0))
    for (const { ids } of presence) {
      for (const list of ids) for (const id of list) set.add(id)
      await this.#pause()
    }
    return choiceOf(set)
  }

  /** Loads the tyres that each watched site lists in each city on its last day. */
  async #loadPresence(): Promise<SitePresence[]> {
    const { siteIds, lastDays } = this.#places
    const loaded: SitePresence[] = []
    for (const [site, day] of lastDays.entries()) {
      if (day === null) continue
      const rows = await this.#sql.all<{ city: string } & Record<(typeof LISTING_KINDS)[number], Uint8Array>>(
        `SELECT city, ${LISTING_KINDS.join(', ')} FROM site_cities WHERE day = ? AND site_id = ?`,
        day,
        siteIds[site] as number,
      )
      for (const row of rows) {
        loaded.push({ site, city: row.city, ids: LISTING_KINDS.map((kind) => decodeTyreIds(row[kind])) })
        await this.#pause()
      }
    }
    return loaded
  }

  #tyres(): Promise<CatalogTyre[]> {
    this.#catalog ??= allTyres(this.#sql)
    return this.#catalog
  }

  async #matching(search: string): Promise<BitSet> {
    this.#search ??= this.#buildSearch()
    const catalog = await this.#tyres()
    const found = new BitSet(1 + highestId(catalog))
    for (const position of (await this.#search).matching(search))
      found.add((catalog[position] as CatalogTyre).id)
    return found
  }

  async #buildSearch(): Promise<SearchIndex> {
    const index = new SearchIndex()
    for (const { specs } of await this.#tyres()) {
      index.add(specs)
      await this.#pause()
    }
    for (const _ of index.finishInSteps()) await this.#pause()
    return index
  }
}

interface SitePresence {
  /** number of the site */
  site: number
  city: string
  /** lists of tyre ids, one for each kind of price */
  ids: readonly Uint32Array[]
}

const highestOf = (lists: readonly Uint32Array[]): number =>
  lists.reduce((most, ids) => Math.max(most, ids.at(-1) ?? 0), 0)

const highestId = (tyres: readonly CatalogTyre[]): number =>
  tyres.reduce((most, { id }) => Math.max(most, id), 0)
