import type { NoticeTitle } from '../../../contract/notifications/notices.ts'
import type { Sql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import {
  type ComposedFiring,
  composeFiring,
  type HitTuple,
  namedHitsOf,
  parseHits,
  STORED_HITS,
  specsOf,
} from './firings.ts'
import { queueRuleMessages, queueSharedMessages } from './rule-messages.ts'
import type { StoredRule } from './watch-rule.ts'
import { notifies } from './watch-rule.ts'

/** Events that a rule found on a site's day. */
export interface FoundEvents {
  rule: StoredRule
  siteId: number
  day: string
  /** exact number, also if fewer are stored */
  events: number
  hits: readonly HitTuple[]
}

/** Content of one notification of a rule. */
export interface RuleReport {
  rule: StoredRule
  events: number
  hits: readonly HitTuple[]
  /** end of the first line, such as ', kolesa.ru за 28.11.2026' */
  when: string
  /** day of the prices, YYYY-MM-DD */
  day: string
}

const TITLE: NoticeTitle = 'Правила'
/** Maximum number of notifications of one import for a person, as of price changes (specification 10.16). */
const MOST = 20
const RULES_AT_ONCE = 500

/**
 * Stores events, and notifies about those of rules that do so at once. Call it in the transaction that found them.
 * @param when see RuleReport
 */
export async function storeAndNotifyEvents(
  sql: Sql,
  found: readonly FoundEvents[],
  when: string,
  now: number,
): Promise<void> {
  const fresh = await withoutReported(sql, found)
  if (fresh.length === 0) return
  const atOnce = fresh.filter(({ rule }) => rule.settings.timing.at === 'once')
  const reports = [...Map.groupBy(atOnce, ({ rule }) => rule.id).values()].map(
    (parts): RuleReport => ({
      rule: (parts[0] as FoundEvents).rule,
      events: parts.reduce((sum, { events }) => sum + events, 0),
      hits: parts.flatMap(({ hits }) => hits),
      when,
      day: (parts[0] as FoundEvents).day,
    }),
  )
  const firings = await createFirings(sql, reports, now)
  await sql.insertMany(
    'rule_batches',
    ['rule_id', 'site_id', 'day', 'events', 'hits', 'firing_id', 'created_at'],
    batchRows(fresh, firings, now),
  )
}

function* batchRows(found: readonly FoundEvents[], firings: ReadonlyMap<number, number>, now: number) {
  for (const { rule, siteId, day, events, hits } of found) {
    const stored = JSON.stringify(hits.slice(0, STORED_HITS))
    yield [rule.id, siteId, day, events, stored, firings.get(rule.id) ?? null, now]
  }
}

/** Leaves out what an earlier import of the same site and day has found. */
export async function withoutReported(sql: Sql, found: readonly FoundEvents[]): Promise<FoundEvents[]> {
  const former = new Map<string, { events: number; hits: string }[]>()
  const keyOf = (rule: number, site: number, day: string) => `${rule} ${site} ${day}`
  for (const [day, ofDay] of Map.groupBy(found, ({ day }) => day)) {
    for (let at = 0; at < ofDay.length; at += RULES_AT_ONCE) {
      const chunk = ofDay.slice(at, at + RULES_AT_ONCE)
      const rules = listOf([...new Set(chunk.map(({ rule }) => rule.id))])
      const sites = listOf([...new Set(chunk.map(({ siteId }) => siteId))])
      const rows = await sql.all<{ rule_id: number; site_id: number; events: number; hits: string }>`
        SELECT rule_id, site_id, events, hits FROM rule_batches
        WHERE rule_id IN (${rules}) AND site_id IN (${sites}) AND day = ${day}`
      for (const row of rows) {
        const key = keyOf(row.rule_id, row.site_id, day)
        former.set(key, [...(former.get(key) ?? []), row])
      }
    }
  }
  return found.flatMap((one) => {
    const before = former.get(keyOf(one.rule.id, one.siteId, one.day))
    return before ? unreported(one, before) : [one]
  })
}

function unreported(found: FoundEvents, former: readonly { events: number; hits: string }[]): FoundEvents[] {
  const parsed = former.map(({ events, hits }) => ({ events, hits: parseHits(hits) }))
  // Events that are not stored cannot be recognised.
  if (parsed.some(({ events, hits }) => events > hits.length)) return []
  const known = new Set(parsed.flatMap(({ hits }) => hits.map(hitKey)))
  const hits = found.hits.filter((hit) => !known.has(hitKey(hit)))
  const events = found.events - (found.hits.length - hits.length)
  return hits.length > 0 ? [{ ...found, hits, events }] : []
}

const hitKey = ([tyre, site, city]: HitTuple): string => JSON.stringify([tyre, site, city])

/**
 * Creates the notifications of rules in the lists of their recipients, and queues their messages.
 * @returns ids of the firings by rule
 */
export async function createFirings(
  sql: Sql,
  reports: readonly RuleReport[],
  now: number,
): Promise<Map<number, number>> {
  if (reports.length === 0) return new Map()
  const { last } = (await sql.get<{ last: number }>(
    'SELECT coalesce(max(id), 0) AS last FROM rule_firings',
  )) ?? { last: 0 }
  await sql.insertMany(
    'rule_firings',
    ['rule_id', 'name', 'events', 'fired_at'],
    reports.map(({ rule, events }) => [rule.id, rule.settings.name, events, now]),
  )
  // Another transaction may have added firings in the meantime, but none of these rules at the same moment.
  const rows = await sql.all<{ id: number; rule_id: number }>`
    SELECT id, rule_id FROM rule_firings WHERE id > ${last} AND fired_at = ${now}`
  const firings = new Map(rows.map(({ id, rule_id }) => [rule_id, id]))
  const named = reports.map(({ hits }) => namedHitsOf(hits))
  const specs = await specsOf(sql, [...new Set(named.flatMap((hits) => hits.map(([tyre]) => tyre)))])
  const composed = reports.map(({ rule, events, when }, at) =>
    composeFiring(rule.settings, { events, when }, named[at] ?? [], specs),
  )
  const people = await sql.all<{ id: string; username: string }>(
    'SELECT id, username FROM users WHERE disabled = 0',
  )
  const notices: Notice[] = []
  for (const person of people) {
    const mine = reports
      .map((report, at) => ({ report, text: composed[at] as ComposedFiring }))
      .filter(({ report }) => notifies(report.rule, person))
    notices.push(...noticesOf(person.id, mine, firings))
  }
  await sql.insertMany(
    'notifications',
    [
      'user_id',
      'day',
      'vehicle_type',
      'compared_with',
      'threshold',
      'percent',
      'body',
      'tyres',
      'created_at',
      'firing_id',
    ],
    notices.map(({ user, day, body, tyres, firing }) => [
      user,
      day,
      TITLE,
      '',
      0,
      0,
      body,
      tyres,
      now,
      firing,
    ]),
  )
  await queueRuleMessages(
    sql,
    reports.map(({ rule }) => rule),
    firings,
    now,
  )
  await queueSharedMessages(sql, notices, now)
  return firings
}

interface Notice extends ComposedFiring {
  user: string
  day: string
  firing: number | null
  /** rules that share a notification; none where it is about one rule */
  shared: readonly StoredRule[]
}

interface ComposedReport {
  report: RuleReport
  text: ComposedFiring
}

/** Returns a person's notifications; if there are too many, the rules with the fewest events share the last one. */
function noticesOf(
  user: string,
  mine: readonly ComposedReport[],
  firings: ReadonlyMap<number, number>,
): Notice[] {
  const sorted = mine.toSorted((a, b) => b.report.events - a.report.events)
  const single = sorted.length > MOST ? sorted.slice(0, MOST - 1) : mine
  const others = sorted.length > MOST ? sorted.slice(MOST - 1) : []
  const notices = single.map(
    ({ report, text }): Notice => ({
      user,
      day: report.day,
      ...text,
      firing: firings.get(report.rule.id) ?? null,
      shared: [],
    }),
  )
  const [first] = others
  if (first) {
    const names = others.map(({ report }) => `«${report.rule.settings.name}»: ${report.events}`)
    const body = [`Сработали ещё правила: ${names.length}.`, ...names].join('\n')
    notices.push({
      user,
      day: first.report.day,
      body,
      tyres: '[]',
      firing: null,
      shared: others.map(({ report }) => report.rule),
    })
  }
  return notices
}
