import { watchedSince } from '../../../contract/dashboard/freshness.ts'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { ComparedTyres } from '../../prices/day-history.ts'
import type { Offer } from '../../prices/offer.ts'
import { isOutlier } from '../../prices/price-move.ts'
import { recommendedByTyre } from '../../prices/recommended-prices.ts'
import { ruleDayText } from './compose-firing.ts'
import {
  type ChangedTyre,
  formerCities,
  type ImportedSite,
  isHistoryComplete,
  type OtherOffers,
  offersDaysAgo,
  otherOffers,
} from './import-reads.ts'
import { NOTHING_THERE, type SiteChange, type TyreMarketBefore } from './market-facts.ts'
import { OfferMarket, sameOffers, statesByCity } from './place-states.ts'
import { loadPlaces, type Places } from './places.ts'
import { reportFound } from './report-found.ts'
import {
  groupRules,
  matchRules,
  noteHit,
  type RuleGroup,
  type WatchedRule,
  wantsTyre,
} from './rule-groups.ts'
import { activeRules } from './rule-store.ts'
import { TyreChoices } from './tyre-choices.ts'
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
  const later = await sql.get(
    'SELECT 1 AS found FROM snapshots WHERE site_id = ? AND day > ? LIMIT 1',
    site.siteId,
    site.day,
  )
  if (later) return undefined
  const places = await loadPlaces(sql, settings.isOwnSite, site.day)
  const number = places.siteIds.indexOf(site.siteId)
  const concerned = stored.filter((rule) => concerns(rule, number, places))
  if (concerned.length === 0) return undefined
  const choices = new TyreChoices(sql, places)
  const rules: WatchedRule[] = []
  for (const rule of concerned) {
    // The own site's tyres are only known after its import, and each of them is an own one.
    const isOwnChoice = rule.settings.tyres.of === 'own' && places.isOwn[number]
    const tyres = await choices.of(
      isOwnChoice ? { ...rule, settings: { ...rule.settings, tyres: { of: 'all' } } } : rule,
    )
    if (tyres) rules.push({ ...rule, tyres, events: 0, hits: [] })
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
function concerns({ settings }: StoredRule, site: number, { isOwn, sites }: Places): boolean {
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
  places: Places
  rules: readonly WatchedRule[]
  recommended: ReadonlyMap<number, number>
  glitchFactor: number
}

/** Evaluates the rules for the tyres that an import changes (specification 25.5), in chunks of the import. */
export class ImportEvaluation implements ComparedTyres {
  readonly #sql: Sql
  readonly #deps: EvaluationDeps
  readonly #groups: readonly RuleGroup[]
  readonly #isWatched: readonly boolean[]
  #changed: ChangedTyre[] = []
  #knowsHistory: Promise<boolean> | undefined

  constructor(sql: Sql, deps: EvaluationDeps) {
    this.#sql = sql
    this.#deps = deps
    this.#groups = groupRules(deps.rules, deps.places)
    this.#isWatched = deps.places.lastDays.map((day, site) => day !== null || site === deps.number)
  }

  /** Stores and reports what the rules found; call it when the day is saved. */
  async report(): Promise<void> {
    const { siteId, day } = this.#deps.site
    const found = this.#deps.rules.filter(({ events }) => events > 0)
    const when = `, ${this.#deps.places.sites.name(this.#deps.number)} за ${ruleDayText(day)}`
    await reportFound(
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
    const changed = this.#changed.filter(({ id }) => this.#groups.some((group) => wantsTyre(group, id)))
    this.#changed = []
    if (changed.length === 0) return
    const ids = changed.map(({ id }) => id)
    const { site, places, number } = this.#deps
    const others = await otherOffers(this.#sql, { groups: this.#groups, places, number }, ids)
    const had = await this.#formerCities(changed)
    const past = new Map<number, ReadonlyMap<number, readonly Offer[]>>()
    for (const { event } of this.#groups) {
      if (event.type === 'moved' && event.days > 1 && !past.has(event.days))
        past.set(event.days, await offersDaysAgo(this.#sql, site, event.days, ids))
    }
    for (const kind of ['retail', 'wholesale'] as const) {
      const groups = this.#groups.filter((group) => group.kind === kind)
      if (groups.length === 0) continue
      for (const tyre of changed) {
        const change = this.#changeOf(tyre, kind, had.get(tyre.id), past)
        if (change.places.length === 0) continue
        const market = this.#marketOf(tyre, kind, others)
        for (const group of groups) {
          matchRules(group, tyre.id, market, change, (rule, fact) =>
            noteHit(rule, tyre.id, fact, this.#deps.places),
          )
        }
      }
    }
  }

  #changeOf(
    { id, before, after }: ChangedTyre,
    kind: RuleSettings['kind'],
    had: ReadonlySet<string> | undefined,
    past: ReadonlyMap<number, ReadonlyMap<number, readonly Offer[]>>,
  ): SiteChange {
    const { number, places, glitchFactor } = this.#deps
    const [was, is] = [statesByCity(before, kind), statesByCity(after, kind)]
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
        statesByCity(past.get(days)?.get(id) ?? [], kind).get(places.cities.name(city))?.price ?? 0,
    }
  }

  #marketOf({ id, before }: ChangedTyre, kind: RuleSettings['kind'], others: OtherOffers): TyreMarketBefore {
    const { number, places, recommended } = this.#deps
    const market = new OfferMarket(places)
    market.enter(number, before, kind)
    for (const [site, offers] of others.get(id) ?? []) market.enter(site, offers, kind)
    return {
      prices: market.prices,
      costs: market.costs,
      recommended: recommended.get(id) ?? 0,
      isOwn: places.isOwn,
      isWatched: this.#isWatched,
    }
  }

  async #formerCities(changed: readonly ChangedTyre[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
    const isNeeded = this.#groups.some(
      ({ event }) => event.type === 'new' || (event.type === 'stock' && event.to === 'back'),
    )
    if (!isNeeded) return new Map()
    this.#knowsHistory ??= isHistoryComplete(this.#sql, this.#deps.site)
    return (await this.#knowsHistory) ? formerCities(this.#sql, this.#deps.site, changed) : new Map()
  }
}
