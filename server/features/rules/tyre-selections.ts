import { SPEC_FILTERS, SPEC_OF_FILTER } from '../../../contract/reports/filters.ts'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { SpecName } from '../../../contract/tyre/tyre-specs.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { fitOf } from '../../prices/filter-fit.ts'
import { BitSet } from '../../prices/positions.ts'
import { decodeTyreIds } from '../../prices/site-cities.ts'
import { createYields } from '../../prices/steps.ts'
import { findRuleView, ruleQuery } from './check-rule.ts'
import type { SiteCityNumbers } from './places.ts'
import type { StoredRule } from './watch-rule.ts'

/** Kinds of prices of which a listed tyre has at least one, as columns of site_cities. */
const LISTING_KINDS = ['retail', 'opt', 'cost'] as const

/** Conditions by which a rule selects its tyres (specification 25.1); a tyre has to meet all of them. */
export interface TyreSelection {
  /** normalised articles; null without the condition */
  articles: ReadonlySet<string> | null
  /** tyres that some sites list in some cities; null without the condition */
  listed: BitSet | null
  fits: readonly { spec: SpecName; accepts(value: string): boolean }[]
  /** the only brands that `fits` accepts; null if it accepts others */
  brands: readonly string[] | null
  /** '' without the condition */
  search: string
}

const EVERY_TYRE: TyreSelection = { articles: null, listed: null, fits: [], brands: null, search: '' }
export const NO_TYRES: TyreSelection = { ...EVERY_TYRE, listed: new BitSet(0) }

/** Returns whether a selection has no condition. */
export const selectsAll = (selection: TyreSelection): boolean => selection === EVERY_TYRE

/** Builds the selections of rules; rules that select the same tyres share one. */
export class TyreSelections {
  readonly #sql: ReadSql
  readonly #places: SiteCityNumbers
  readonly #known = new Map<string, Promise<TyreSelection>>()
  #presence: Promise<SitePresence[]> | undefined
  readonly #pause = createYields()

  constructor(sql: ReadSql, places: SiteCityNumbers) {
    this.#sql = sql
    this.#places = places
  }

  /** @returns undefined if the rule's view was removed */
  async of({
    owner_id,
    settings,
  }: Pick<StoredRule, 'owner_id' | 'settings'>): Promise<TyreSelection | undefined> {
    const { tyres } = settings
    if (tyres.of !== 'view') return this.#once(tyres)
    const view = await findRuleView(this.#sql, { owner_id, scope: settings.scope }, tyres.view)
    return view && this.#once({ of: 'filters', query: view.query })
  }

  #once(tyres: Exclude<RuleSettings['tyres'], { of: 'view' }>): Promise<TyreSelection> {
    const key = JSON.stringify(tyres)
    const known = this.#known.get(key) ?? this.#build(tyres)
    this.#known.set(key, known)
    return known
  }

  async #build(tyres: Exclude<RuleSettings['tyres'], { of: 'view' }>): Promise<TyreSelection> {
    await this.#pause()
    if (tyres.of === 'all') return EVERY_TYRE
    if (tyres.of === 'filters') return this.#ofQuery(tyres.query)
    if (tyres.of === 'articles')
      return { ...EVERY_TYRE, articles: new Set(tyres.articles.map(normaliseArticle)) }
    return { ...EVERY_TYRE, listed: await this.#listed(({ site }) => this.#places.isOwn[site] === true) }
  }

  async #ofQuery(query: string): Promise<TyreSelection> {
    const { filters, search } = ruleQuery(query)
    const fits = SPEC_FILTERS.flatMap((name) =>
      filters[name] ? [{ spec: SPEC_OF_FILTER[name], accepts: fitOf(filters[name]) }] : [],
    )
    const { site, city, brand } = filters
    const [isSite, isCity] = [fitOf(site), fitOf(city)]
    const { sites } = this.#places
    const listed =
      site || city
        ? await this.#listed((place) => isSite(sites.name(place.site)) && isCity(place.city))
        : null
    if (!listed && fits.length === 0 && search === '') return EVERY_TYRE
    return { articles: null, listed, fits, brands: brand && !brand.except ? brand.values : null, search }
  }

  async #listed(counts: (place: SitePresence) => boolean): Promise<BitSet> {
    this.#presence ??= this.#loadPresence()
    const presence = (await this.#presence).filter(counts)
    const listed = new BitSet(presence.reduce((most, { tyres }) => Math.max(most, tyres.size), 0))
    for (const { tyres } of presence) listed.addAll(tyres)
    return listed
  }

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
        const lists = LISTING_KINDS.map((kind) => decodeTyreIds(row[kind]))
        const tyres = new BitSet(1 + lists.reduce((most, ids) => Math.max(most, ids.at(-1) ?? 0), 0))
        for (const ids of lists) for (const id of ids) tyres.add(id)
        loaded.push({ site, city: row.city, tyres })
        await this.#pause()
      }
    }
    return loaded
  }
}

interface SitePresence {
  /** number of the site */
  site: number
  city: string
  tyres: BitSet
}
