import { comparesInStock, type RuleSettings } from '../../../contract/rules/rule.ts'
import { type HitTuple, STORED_HITS } from './firings.ts'
import {
  collectFacts,
  type Fact,
  type FactQuery,
  type PreviousTyreMarket,
  type SiteChange,
  type WatchedPrices,
} from './market-facts.ts'
import type { SiteCityNumbers } from './places.ts'
import type { RuleTyreIds, TyrePool } from './tyre-pool.ts'
import type { TyreSelection } from './tyre-selections.ts'
import type { StoredRule } from './watch-rule.ts'

export interface RuleEvaluation extends StoredRule {
  selection: TyreSelection
  /** number of events, and the first of them */
  events: number
  hits: HitTuple[]
}

/** Rules that look at the same facts. */
export interface RuleGroup extends FactQuery, WatchedPrices {
  rules: GroupedRule[]
}

/** Chosen tyres by selection, and by group those of any of its rules. */
export interface RuleTyres {
  bySelection: ReadonlyMap<TyreSelection, RuleTyreIds>
  byGroup: ReadonlyMap<RuleGroup, RuleTyreIds>
}

interface GroupedRule {
  rule: RuleEvaluation
  percent: number
  /** null for all */
  cities: ReadonlySet<number> | null
  sites: readonly boolean[] | null
}

/** Events whose sites decide what is compared, so that rules of other sites look at other facts. */
const BY_SITES: readonly string[] = ['leader', 'place', 'new']

/**
 * Groups rules by what they look at, in order of their percents: a thousand rules need as many computations as there are
 * kinds of events.
 */
export function groupRules(rules: readonly RuleEvaluation[], places: SiteCityNumbers): RuleGroup[] {
  const groups = new Map<string, RuleGroup>()
  for (const rule of rules) {
    const { event, kind, sites, cities } = rule.settings
    const { percent, query } = split(event)
    const numbers = cities.length > 0 ? new Set(cities.map((city) => places.cities.of(city))) : null
    const isBySites = BY_SITES.includes(event.type)
    const key = JSON.stringify([
      kind,
      query,
      isBySites && sites.toSorted(),
      event.type === 'new' && cities.toSorted(),
    ])
    let group = groups.get(key)
    if (!group) {
      const includes =
        isBySites || event.type === 'below' || event.type === 'stock'
          ? includedSites(isBySites ? sites : [], places)
          : places.isOwn.map(() => true)
      group = {
        event,
        kind,
        inStock: comparesInStock(event),
        includes,
        cities: event.type === 'new' ? numbers : null,
        rules: [],
      }
      groups.set(key, group)
    }
    const own = !isBySites && (sites.length > 0 || event.type === 'moved')
    group.rules.push({
      rule,
      percent,
      cities: event.type === 'new' ? null : numbers,
      sites: own ? includedSites(sites, places) : null,
    })
  }
  for (const { rules } of groups.values()) rules.sort((a, b) => a.percent - b.percent)
  return [...groups.values()]
}

/** Splits off the percent, by which rules of a group differ. */
function split(event: RuleSettings['event']): { percent: number; query: object } {
  if (!('percent' in event)) return { percent: 0, query: event }
  const { percent, ...query } = event
  return { percent, query }
}

/** Returns by number which sites a rule watches: the named ones, or all competitors. */
function includedSites(named: readonly string[], { sites, isOwn }: SiteCityNumbers): boolean[] {
  if (named.length === 0) return isOwn.map((own) => !own)
  const included = isOwn.map(() => false)
  for (const host of named) {
    const site = sites.known(host)
    if (site !== undefined && site < included.length) included[site] = true
  }
  return included
}

export async function chooseTyres(pool: TyrePool, groups: readonly RuleGroup[]): Promise<RuleTyres> {
  const bySelection = new Map<TyreSelection, RuleTyreIds>()
  const byGroup = new Map<RuleGroup, RuleTyreIds>()
  for (const group of groups) {
    const selections = new Set(group.rules.map(({ rule }) => rule.selection))
    const choices: RuleTyreIds[] = []
    for (const selection of selections) {
      const known = bySelection.get(selection)
      const choice = known === undefined ? await pool.choose(selection) : known
      bySelection.set(selection, choice)
      choices.push(choice)
    }
    byGroup.set(group, unionOf(choices))
  }
  return { bySelection, byGroup }
}

function unionOf(choices: readonly RuleTyreIds[]): RuleTyreIds {
  const union = new Set<number>()
  for (const choice of choices) {
    if (!choice) return null
    for (const tyre of choice) union.add(tyre)
  }
  return union
}

const isAmong = (choice: RuleTyreIds | undefined, tyre: number): boolean => !choice || choice.has(tyre)

export const wantsTyre = (group: RuleGroup, tyre: number, { byGroup }: RuleTyres): boolean =>
  isAmong(byGroup.get(group), tyre)

export const watchesChange = (
  group: RuleGroup,
  tyre: number,
  { places }: SiteChange,
  tyres: RuleTyres,
): boolean =>
  wantsTyre(group, tyre, tyres) &&
  group.rules.some(
    ({ rule, cities }) =>
      (!cities || places.some(({ city }) => cities.has(city))) &&
      isAmong(tyres.bySelection.get(rule.selection), tyre),
  )

/**
 * Finds the events that a change of a tyre begins for the rules of a group.
 * @param report called for each rule and event
 */
export function matchRules(
  group: RuleGroup,
  tyre: number,
  market: PreviousTyreMarket,
  change: SiteChange,
  { bySelection }: RuleTyres,
  report: (rule: RuleEvaluation, fact: Fact) => void,
): void {
  const { rules } = group
  collectFacts(market, change, group, (fact) => {
    for (let at = firstAbove(rules, fact.low); at < rules.length; at++) {
      const grouped = rules[at] as GroupedRule
      if (grouped.percent > fact.high) return
      if (isWithinPlaces(grouped, fact) && isAmong(bySelection.get(grouped.rule.selection), tyre))
        report(grouped.rule, fact)
    }
  })
}

type PlacedFact = Pick<Fact, 'site' | 'city'>

const isWithinPlaces = ({ cities, sites }: GroupedRule, fact: PlacedFact): boolean =>
  (!cities || cities.has(fact.city)) && (!sites || sites[fact.site] === true)

export const isEventOf = (rule: GroupedRule, fact: PlacedFact & Pick<Fact, 'low' | 'high'>): boolean =>
  rule.percent > fact.low && rule.percent <= fact.high && isWithinPlaces(rule, fact)

function firstAbove(rules: readonly GroupedRule[], percent: number): number {
  let [low, high] = [0, rules.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rules[middle] as GroupedRule).percent > percent) high = middle
    else low = middle + 1
  }
  return low
}

/** Counts an event of a rule, and keeps it unless there are enough. */
export function noteHit(rule: RuleEvaluation, tyre: number, fact: Fact, places: SiteCityNumbers): void {
  rule.events++
  if (rule.hits.length < STORED_HITS) rule.hits.push(hitOf(tyre, fact, places))
}

export function hitOf(tyre: number, fact: Fact, { sites, cities }: SiteCityNumbers): HitTuple {
  const { site, city, before, after, compared, former } = fact
  return [
    tyre,
    sites.name(site),
    city < 0 ? '' : cities.name(city),
    before || null,
    after || null,
    compared || null,
    former < 0 ? '' : sites.name(former),
  ]
}
