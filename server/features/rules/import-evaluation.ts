import { watchedSince } from '../../../contract/dashboard/freshness.ts'
import type { Sql } from '../../platform/db/db.ts'
import { part } from '../../platform/db/statement.ts'
import type { ComparedTyres } from '../../prices/day-history.ts'
import type { Offer } from '../../prices/offer.ts'
import { isOutlier } from '../../prices/price-change.ts'
import { recommendedByTyre } from '../../prices/recommended-prices.ts'
import { ruleDayText } from './firings.ts'
import {
  type ChangedTyre,
  formerCities,
  type ImportedSite,
  isHistoryComplete,
  type NeededOffers,
  type OtherOffers,
  offersDaysAgo,
  otherOffers,
} from './import-reads.ts'
import {
  NOTHING_THERE,
  type PreviousTyreMarket,
  type SiteChange,
  type WatchedPrices,
} from './market-facts.ts'
import { storeAndNotifyEvents } from './notify-events.ts'
import { loadSiteCityNumbers, OfferMarket, type SiteCityNumbers, sameOffers, statesByCity } from './places.ts'
import {
  chooseTyres,
  groupRules,
  matchRules,
  noteHit,
  type RuleEvaluation,
  type RuleGroup,
  type RuleTyres,
  wantsTyre,
  watchesChange,
} from './rule-groups.ts'
import { activeRules } from './rule-store.ts'
import { TyrePool } from './tyre-pool.ts'
import { TyreSelections } from './tyre-selections.ts'
import type { StoredRule } from './watch-rule.ts'

export interface EvaluationSettings {
  isOwnSite(host: string): boolean
  glitchFactor: number
}

/**
 * Prepares the evaluation of the rules for the import of a site's day.
 * @returns undefined if no rule can find an event in it
 */
export async function openEvaluation(
  sql: Sql,
  site: ImportedSite,
  settings: EvaluationSettings,
): Promise<ImportEvaluation | undefined> {
  const stored = (await activeRules(sql)).filter(({ settings }) => settings.event.type !== 'late')
  if (stored.length === 0 || site.previous < watchedSince(site.day)) return undefined
  const later = await sql.get`
    SELECT 1 AS found FROM snapshots WHERE site_id = ${site.siteId} AND day > ${site.day} LIMIT 1`
  if (later) return undefined
  const places = await loadSiteCityNumbers(sql, settings.isOwnSite, site.day)
  const number = places.siteIds.indexOf(site.siteId)
  const concerned = stored.filter((rule) => concerns(rule, number, places))
  if (concerned.length === 0) return undefined
  const selections = new TyreSelections(sql, places)
  const rules: RuleEvaluation[] = []
  for (const rule of concerned) {
    // The own site's tyres are only known after its import, and each of them is an own one.
    const isOwnChoice = rule.settings.tyres.of === 'own' && places.isOwn[number]
    const selection = await selections.of(
      isOwnChoice ? { ...rule, settings: { ...rule.settings, tyres: { of: 'all' } } } : rule,
    )
    if (selection) rules.push({ ...rule, selection, events: 0, hits: [] })
  }
  const recommended = rules.some(({ settings: { event } }) => event.type === 'below' && event.than === 'rrp')
    ? await recommendedByTyre(sql)
    : NO_PRICES
  return new ImportEvaluation(sql, {
    site,
    number,
    places,
    rules,
    recommended,
    glitchFactor: settings.glitchFactor,
  })
}

const NO_PRICES: ReadonlyMap<number, number> = new Map()

/** Returns whether an import of this site can begin an event of the rule. */
function concerns({ settings }: StoredRule, site: number, { isOwn, sites }: SiteCityNumbers): boolean {
  const { event, sites: named } = settings
  const isNamed = named.includes(sites.name(site))
  if (event.type === 'moved') return named.length > 0 ? isNamed : !isOwn[site]
  if (!isOwn[site]) return named.length === 0 || isNamed
  return event.type === 'leader' || event.type === 'place' || (event.type === 'below' && event.than !== 'rrp')
}

interface EvaluationDeps {
  site: ImportedSite
  /** number of the imported site */
  number: number
  places: SiteCityNumbers
  rules: readonly RuleEvaluation[]
  recommended: ReadonlyMap<number, number>
  glitchFactor: number
}

interface FoundChange {
  tyre: ChangedTyre
  prices: WatchedPrices
  groups: readonly RuleGroup[]
  change: SiteChange
}

/** Offers of the site by tyre, by number of days before the import. */
type PastOffers = ReadonlyMap<number, ReadonlyMap<number, readonly Offer[]>>

/** Number of changed tyres that are evaluated at once: each time has costs of its own, for rules and queries. */
const BATCH = 500

/** Evaluates the rules for the tyres that an import changes (specification 25.5), in batches of them. */
export class ImportEvaluation implements ComparedTyres {
  readonly #sql: Sql
  readonly #deps: EvaluationDeps
  readonly #groups: readonly RuleGroup[]
  readonly #byPrices: readonly [prices: WatchedPrices, groups: readonly RuleGroup[]][]
  readonly #isWatched: readonly boolean[]
  readonly #catalog: TyrePool
  #changed: ChangedTyre[] = []
  #knowsHistory: Promise<boolean> | undefined

  constructor(sql: Sql, deps: EvaluationDeps) {
    this.#sql = sql
    this.#deps = deps
    this.#groups = groupRules(deps.rules, deps.places)
    const byPrices = Map.groupBy(this.#groups, ({ kind, inStock }) => `${kind} ${inStock}`)
    this.#byPrices = [...byPrices.values()].map((groups) => [groups[0] as RuleGroup, groups])
    this.#catalog = new TyrePool(sql)
    this.#isWatched = deps.places.lastDays.map((day, site) => day !== null || site === deps.number)
  }

  /** Stores and reports what the rules found; call it when the day is saved. */
  async report(): Promise<void> {
    await this.#evaluate()
    const { siteId, day } = this.#deps.site
    const found = this.#deps.rules.filter(({ events }) => events > 0)
    const when = `, ${this.#deps.places.sites.name(this.#deps.number)} за ${ruleDayText(day)}`
    await storeAndNotifyEvents(
      this.#sql,
      found.map((rule) => ({ rule, siteId, day, events: rule.events, hits: rule.hits })),
      when,
      Date.now(),
    )
  }

  add(id: number, before: readonly Offer[], after: readonly Offer[]): void {
    if (!sameOffers(before, after)) this.#changed.push({ id, before, after })
  }

  addSeparate(): void {}

  async flush(): Promise<void> {
    if (this.#changed.length >= BATCH) await this.#evaluate()
  }

  async #evaluate(): Promise<void> {
    const changed = this.#changed
    this.#changed = []
    if (changed.length === 0) return
    const ids = changed.map(({ id }) => id)
    const pool = new TyrePool(this.#sql, { ids, catalog: this.#catalog })
    const chosen = await chooseTyres(pool, this.#groups)
    const tyres = changed.filter(({ id }) => this.#groups.some((group) => wantsTyre(group, id, chosen)))
    if (tyres.length === 0) return
    const { places, number } = this.#deps
    const had = await this.#formerCities(tyres, chosen)
    const past = await this.#pastOffers(tyres, chosen)
    const found: FoundChange[] = []
    for (const tyre of tyres) {
      for (const [prices, groups] of this.#byPrices) {
        const change = this.#changeOf(tyre, prices, had.get(tyre.id), past)
        const wanting = groups.filter((group) => watchesChange(group, tyre.id, change, chosen))
        if (change.places.length > 0 && wanting.length > 0)
          found.push({ tyre, prices, groups: wanting, change })
      }
    }
    const others = await otherOffers(this.#sql, places, number, this.#neededOffers(found))
    for (const { tyre, prices, groups, change } of found) {
      const market = this.#marketOf(tyre.id, prices, change, others)
      for (const group of groups) {
        matchRules(group, tyre.id, market, change, chosen, (rule, fact) =>
          noteHit(rule, tyre.id, fact, places),
        )
      }
    }
  }

  /** Returns the tyres that are compared with other sites. */
  #neededOffers(found: readonly FoundChange[]): NeededOffers {
    const { number, places } = this.#deps
    const isOwn = places.isOwn[number] === true
    const [all, own] = [new Set<number>(), new Set<number>()]
    for (const { tyre, groups, change } of found) {
      const isRepriced = change.places.some(({ before, after }) => before.price !== after.price)
      if (!isRepriced && !isOwn) continue
      for (const { event } of groups) {
        if (event.type === 'leader' || event.type === 'place' || (isOwn && event.type === 'below'))
          all.add(tyre.id)
        else if (event.type === 'below' && event.than !== 'rrp') own.add(tyre.id)
      }
    }
    return { all: [...all], own: [...own].filter((id) => !all.has(id)) }
  }

  #changeOf(
    { id, before, after }: ChangedTyre,
    prices: WatchedPrices,
    had: ReadonlySet<string> | undefined,
    past: PastOffers,
  ): SiteChange {
    const { number, places, glitchFactor } = this.#deps
    const isOwn = places.isOwn[number] === true
    const statesOf = (offers: readonly Offer[]) => statesByCity(offers, prices, isOwn)
    const [was, is] = [statesOf(before), statesOf(after)]
    const changes: SiteChange['places'][number][] = []
    for (const city of new Set([...was.keys(), ...is.keys()])) {
      const [from, to] = [was.get(city) ?? NOTHING_THERE, is.get(city) ?? NOTHING_THERE]
      if (from.price === to.price && from.cost === to.cost && from.available === to.available) continue
      changes.push({
        city: places.cities.of(city),
        before: from,
        after: to,
        had: was.has(city) || (had?.has(city) ?? false),
        isOutlier:
          from.price > 0 && to.price > 0 && isOutlier({ before: from.price, after: to.price }, glitchFactor),
      })
    }
    return {
      site: number,
      places: changes,
      isNew: before.length === 0 && had?.size === 0,
      priceBefore: (city, days) =>
        statesOf(past.get(days)?.get(id) ?? []).get(places.cities.name(city))?.price ?? 0,
    }
  }

  #marketOf(
    tyre: number,
    prices: WatchedPrices,
    change: SiteChange,
    others: OtherOffers,
  ): PreviousTyreMarket {
    const { places, recommended } = this.#deps
    const cities = new Map(change.places.map(({ city }) => [places.cities.name(city), city]))
    const market = new OfferMarket(places, prices, cities)
    for (const [site, offers] of others.get(tyre) ?? []) market.enter(site, offers)
    return {
      prices: market.prices,
      costs: market.costs,
      recommended: recommended.get(tyre) ?? 0,
      isOwn: places.isOwn,
      isWatched: this.#isWatched,
    }
  }

  /** Loads the offers with which moves of several days are compared, by number of days. */
  async #pastOffers(tyres: readonly ChangedTyre[], chosen: RuleTyres): Promise<PastOffers> {
    const past = new Map<number, ReadonlyMap<number, readonly Offer[]>>()
    const days = this.#groups.flatMap(({ event }) =>
      event.type === 'moved' && event.days > 1 ? [event.days] : [],
    )
    for (const ago of new Set(days)) {
      const groups = this.#groups.filter(({ event }) => event.type === 'moved' && event.days === ago)
      const ids = tyres.flatMap(({ id }) =>
        groups.some((group) => wantsTyre(group, id, chosen)) ? [id] : [],
      )
      past.set(ago, await offersDaysAgo(this.#sql, this.#deps.site, ago, ids))
    }
    return past
  }

  async #formerCities(
    changed: readonly ChangedTyre[],
    chosen: RuleTyres,
  ): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
    const groups = this.#groups.filter(
      ({ event }) => event.type === 'new' || (event.type === 'stock' && event.to === 'back'),
    )
    const tyres = changed.filter(({ id }) => groups.some((group) => wantsTyre(group, id, chosen)))
    if (tyres.length === 0) return new Map()
    const { siteId, day } = this.#deps.site
    // Without all earlier days, a tyre without history may not be new.
    this.#knowsHistory ??= isHistoryComplete(this.#sql, part`s.site_id = ${siteId} AND s.day < ${day}`)
    return (await this.#knowsHistory) ? formerCities(this.#sql, this.#deps.site, tyres) : new Map()
  }
}
