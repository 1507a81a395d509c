import { addDays, dayOfNumber, latestDay } from '../../../contract/lib/dates.ts'
import { BACK_TEST_HITS, type BackTestAnswer, type RuleSettings } from '../../../contract/rules/rule.ts'
import { locationsById } from '../../history/location-ids.ts'
import { readTyreChanges } from '../../history/tyre-changes.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { part } from '../../platform/db/statement.ts'
import { zonedMoments } from '../../platform/zoned-moment.ts'
import { recommendedByTyre } from '../../prices/recommended-prices.ts'
import { createYields } from '../../prices/steps.ts'
import { Calendar } from './calendar.ts'
import { type DatedFact, FactStore } from './fact-store.ts'
import { type HitTuple, namedHits } from './firings.ts'
import { isHistoryComplete } from './import-reads.ts'
import { loadSiteCityNumbers, type SiteCityNumbers } from './places.ts'
import { Replay } from './replay.ts'
import { groupRules, hitOf, isEventOf, type RuleGroup } from './rule-groups.ts'
import { type RuleTyreIds, TyrePool } from './tyre-pool.ts'
import { NO_TYRES, type TyreSelection, TyreSelections } from './tyre-selections.ts'
import { RULE_ZONE } from './watch-rule.ts'

/** Rule to test; plain data, which can be sent to a thread. */
export interface BackTestRequest {
  settings: RuleSettings
  owner: string
  days: number
}

interface BackTestSettings {
  isOwnSite(host: string): boolean
  glitchFactor: number
}

/** Market of a period, in which rules that differ in nothing but their percent find their events. */
interface Period {
  key: string
  places: SiteCityNumbers
  calendar: Calendar
  selection: TyreSelection
  tyres: RuleTyreIds
  watched: number
  facts: FactStore
}

const CACHED_PERIODS = 2

/** Back-tests of rules (specification 25.4). The facts of the last ones are cached, so that a percent can be tried out. */
export function createBackTests(sql: ReadSql, settings: BackTestSettings) {
  let cached: readonly Period[] = []

  async function periodOf(
    request: BackTestRequest,
    tally: Tally,
    signal?: AbortSignal,
  ): Promise<Period | null> {
    const key = await keyOf(sql, request)
    const known = cached.find((period) => period.key === key)
    if (known) {
      known.facts.each((fact) => tally.add(fact, groupOf(request, known)))
      return known
    }
    const period = await loadPeriod(sql, settings, request, key)
    if (!period) return null
    const group = groupOf(request, period)
    await replay(sql, settings, period, group, signal, (fact) => {
      period.facts.add(fact.tyre, fact.day, fact)
      tally.add(fact, group)
    })
    if (!period.facts.isFull) cached = [period, ...cached].slice(0, CACHED_PERIODS)
    return period
  }

  return {
    /** @throws the reason of the signal */
    async backTest(request: BackTestRequest, signal?: AbortSignal): Promise<BackTestAnswer> {
      const tally = new Tally()
      const isLate = request.settings.event.type === 'late'
      const period = isLate
        ? await loadPeriod(sql, settings, request, '')
        : await periodOf(request, tally, signal)
      if (!period)
        return { from: null, to: null, days: 0, events: 0, tyres: 0, daily: [], hits: [], complete: true }
      if (isLate) await addLateDays(sql, request, period, tally)
      const { calendar, places } = period
      const priced = calendar.days.map((_, at) => calendar.hasPrices(calendar.from + at, () => true))
      const hits = tally
        .latest()
        .map((fact) => [dayOfNumber(fact.day), hitOf(fact.tyre, fact, places)] as const)
      return {
        from: dayOfNumber(calendar.from),
        to: dayOfNumber(calendar.to),
        days: priced.filter(Boolean).length,
        events: tally.events,
        tyres: isLate ? 0 : period.watched,
        daily: priced.map((has, at) => (has || isLate ? tally.on(calendar.from + at) : null)),
        hits: await namedHits(sql, hits as [string, HitTuple][]),
        complete: await isHistoryComplete(
          sql,
          part`s.day >= ${dayOfNumber(calendar.from)} AND s.day <= ${dayOfNumber(calendar.to)}`,
        ),
      }
    },
  }
}

/** Returns a text that is the same for requests with the same facts. */
async function keyOf(sql: ReadSql, { settings, owner, days }: BackTestRequest): Promise<string> {
  const { tyres, event, kind, sites, cities } = settings
  const state = await sql.get`
    SELECT (SELECT version FROM price_state) AS version, (SELECT max(id) FROM recommended_lists) AS list,
    (SELECT max(version) FROM saved_views WHERE id = ${tyres.of === 'view' ? tyres.view : ''}) AS view`
  return JSON.stringify([
    state,
    tyres,
    tyres.of === 'view' && owner,
    { ...event, percent: 0 },
    kind,
    sites,
    cities,
    days,
  ])
}

async function loadPeriod(
  sql: ReadSql,
  { isOwnSite }: BackTestSettings,
  { settings, owner, days }: BackTestRequest,
  key: string,
): Promise<Period | null> {
  const last = await sql.get<{ day: string | null }>`
    SELECT max(day) AS day FROM days WHERE day <= ${latestDay()}`
  const to = last?.day
  if (!to) return null
  const places = await loadSiteCityNumbers(sql, isOwnSite, to)
  const calendar = await Calendar.load(sql, places, addDays(to, 1 - days), to)
  // The view may have been removed a moment ago.
  const selection = (await new TyreSelections(sql, places).of({ owner_id: owner, settings })) ?? NO_TYRES
  const tyres = await new TyrePool(sql).choose(selection)
  const watched = tyres?.size ?? Number((await sql.get<{ n: number }>('SELECT count(*) AS n FROM tyres'))?.n)
  return { key, places, calendar, selection, tyres, watched, facts: new FactStore() }
}

const groupOf = ({ settings, owner }: BackTestRequest, { places, selection }: Period): RuleGroup =>
  groupRules(
    [
      {
        id: 0,
        owner_id: owner,
        owner: '',
        enabled: true,
        created_at: 0,
        settings,
        selection,
        events: 0,
        hits: [],
      },
    ],
    places,
  )[0] as RuleGroup

async function replay(
  sql: ReadSql,
  { glitchFactor }: BackTestSettings,
  { places, calendar, tyres }: Period,
  group: RuleGroup,
  signal: AbortSignal | undefined,
  report: (fact: DatedFact) => void,
): Promise<void> {
  const { event } = group
  const locations = await locationsById(sql)
  const cityOf = new Int32Array(1 + Math.max(0, ...locations.keys()))
  for (const [id, { city }] of locations) cityOf[id] = places.cities.of(city)
  const isRecommended = event.type === 'below' && event.than === 'rrp'
  const run = new Replay({
    query: group,
    calendar,
    isOwn: places.isOwn,
    cityOf,
    cities: 1 + cityOf.reduce((most, city) => Math.max(most, city), 0),
    recommended: isRecommended ? await recommendedByTyre(sql) : new Map(),
    glitchFactor,
  })
  const counted = places.siteIds.filter((_, site) => group.includes[site] || places.isOwn[site])
  const pause = createYields()
  await readTyreChanges(
    sql,
    { tyres: tyres && Uint32Array.from(tyres).sort(), siteIds: counted, upTo: dayOfNumber(calendar.to) },
    (changes) => {
      const { tyre } = changes
      run.run(changes, (day, fact) => report({ tyre, day, ...fact }))
    },
    () => {
      signal?.throwIfAborted()
      return pause()
    },
  )
}

/** Counts the events of a rule by day, and keeps the latest. */
class Tally {
  events = 0
  readonly #byDay = new Map<number, { count: number; first: DatedFact[] }>()

  add(fact: DatedFact, { rules }: Pick<RuleGroup, 'rules'>): void {
    const rule = rules[0]
    if (rule && isEventOf(rule, fact)) this.count(fact)
  }

  count(fact: DatedFact): void {
    this.events++
    const ofDay = this.#byDay.get(fact.day) ?? { count: 0, first: [] }
    ofDay.count++
    if (ofDay.first.length < BACK_TEST_HITS) ofDay.first.push({ ...fact })
    this.#byDay.set(fact.day, ofDay)
  }

  on(day: number): number {
    return this.#byDay.get(day)?.count ?? 0
  }

  latest(): DatedFact[] {
    const days = [...this.#byDay].sort(([a], [b]) => b - a)
    return days.flatMap(([, { first }]) => first).slice(0, BACK_TEST_HITS)
  }
}

const moscowTime = zonedMoments(RULE_ZONE)

/** Adds the days on which watched sites had no prices at the time of the rule. */
async function addLateDays(
  sql: ReadSql,
  { settings }: BackTestRequest,
  { places, calendar }: Period,
  tally: Tally,
) {
  const { event } = settings
  if (event.type !== 'late') return
  const imports = await sql.all<{ site_id: number; day: string; imported_at: number }>`
    SELECT site_id, day, imported_at FROM snapshots
    WHERE day >= ${dayOfNumber(calendar.from)} AND day <= ${dayOfNumber(calendar.to)}`
  const arrived = new Map(
    imports.map(({ site_id, day, imported_at }) => [`${site_id} ${day}`, moscowTime(Number(imported_at))]),
  )
  const now = moscowTime(Date.now()).slice(0, 16)
  for (const [at, day] of calendar.days.entries()) {
    const limit = `${day}T${event.time}`
    for (const [site, id] of places.siteIds.entries()) {
      const host = places.sites.name(site)
      const counts = settings.sites.length > 0 ? settings.sites.includes(host) : !places.isOwn[site]
      const isWatched = calendar.lastDay(site, calendar.from + at - 1) > 0
      const time = arrived.get(`${id} ${day}`)
      if (!counts || !isWatched || limit > now || (time !== undefined && time.slice(0, 16) <= limit)) continue
      const none = { city: -1, before: 0, after: 0, compared: 0, former: -1, low: -1, high: 0 }
      tally.count({ tyre: 0, day: calendar.from + at, site, ...none })
    }
  }
}
