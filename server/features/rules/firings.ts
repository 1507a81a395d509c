import type { NotificationTyre } from '../../../contract/legacy/notifications.ts'
import { withMinus } from '../../../contract/lib/minus.ts'
import type { FiringAnswer, RuleFirings, RuleHit, RuleSettings } from '../../../contract/rules/rule.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { catalogTyres } from '../../prices/tyre-catalog.ts'
import type { User } from '../auth/user.ts'
import { messagePercent, messagePrice } from '../notifications/delivery/message.ts'
import { findRule } from './rule-store.ts'

/** Maximum number of stored events of a rule and an import; their number is exact. */
export const STORED_HITS = 1_000

/** Event as a rule's batch stores it: tyre id (0 without a tyre), site, city, prices, and the site that was lowest. */
export type HitTuple = [
  tyre: number,
  site: string,
  city: string,
  before: number | null,
  after: number | null,
  compared: number | null,
  former: string,
]

export const parseHits = (text: string): HitTuple[] => JSON.parse(text) as HitTuple[]

const LISTED_FIRINGS = 100

export async function ruleFirings(sql: ReadSql, user: User, id: number): Promise<RuleFirings> {
  await findRule(sql, user, id)
  const firings = await sql.all<{ id: number; events: number; fired_at: number }>(
    `SELECT id, events, fired_at FROM rule_firings WHERE rule_id = ? ORDER BY id DESC LIMIT ${LISTED_FIRINGS}`,
    id,
  )
  return {
    firings: firings.map(({ id, events, fired_at }) => ({
      id,
      events,
      at: new Date(Number(fired_at)).toISOString(),
    })),
  }
}

interface FiringRow {
  id: number
  rule_id: number | null
  name: string
  events: number
  fired_at: number
}

/**
 * Returns the notification of a rule to people who received it or may read the rule.
 * @throws Refusal to others, and once its events have expired
 */
export async function findFiring(sql: ReadSql, user: User, id: number): Promise<FiringRow> {
  const firing = await sql.get<FiringRow>`
    SELECT id, rule_id, name, events, fired_at FROM rule_firings WHERE id = ${id}`
  const missing = new Refusal(404, 'Такого уведомления нет: события правил хранятся 90 дней.')
  if (!firing) throw missing
  const received = await sql.get`
    SELECT 1 AS found FROM notifications WHERE firing_id = ${id} AND user_id = ${user.id} LIMIT 1`
  if (received) return firing
  if (firing.rule_id === null) throw missing
  await findRule(sql, user, firing.rule_id)
  return firing
}

/** @throws Refusal */
export async function firingAnswer(sql: ReadSql, user: User, id: number): Promise<FiringAnswer> {
  const { rule_id, name, events, fired_at } = await findFiring(sql, user, id)
  const batches = await sql.all<{ day: string; hits: string }>`
    SELECT day, hits FROM rule_batches WHERE firing_id = ${id} ORDER BY id DESC`
  const hits: [day: string, hit: HitTuple][] = []
  for (const { day, hits: text } of batches) {
    for (const hit of parseHits(text)) if (hits.length < STORED_HITS) hits.push([day, hit])
  }
  return {
    rule: rule_id === null ? null : { id: rule_id, name },
    name,
    at: new Date(Number(fired_at)).toISOString(),
    events,
    hits: await namedHits(sql, hits),
  }
}

const NAMES_AT_ONCE = 250

export async function namedHits(
  sql: ReadSql,
  hits: readonly (readonly [day: string, hit: HitTuple])[],
): Promise<RuleHit[]> {
  const specs = await specsOf(sql, [...new Set(hits.map(([, [tyre]]) => tyre))])
  return hits.map(([day, [tyre, site, city, before, after, compared, former]]) => {
    const found = specs.get(tyre)
    const key = found ? tyreKey(found) : ''
    return { tyre: key, name: found?.name ?? '', site, city, day, before, after, compared, former }
  })
}

export async function specsOf(sql: ReadSql, ids: readonly number[]): Promise<Map<number, TyreSpecs>> {
  const found = new Map<number, TyreSpecs>()
  for (let at = 0; at < ids.length; at += NAMES_AT_ONCE) {
    const { places, values } = inList(ids.slice(at, at + NAMES_AT_ONCE))
    for (const { id, specs } of await catalogTyres(sql, `WHERE id IN (${places})`, ...values))
      found.set(id, specs)
  }
  return found
}

export interface ComposedFiring {
  body: string
  /** JSON of NotificationTyre[] */
  tyres: string
}

const NAMED_HITS = 5

const count = new Intl.NumberFormat('ru-RU')
const plural = new Intl.PluralRules('ru-RU')
const EVENTS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'событие', few: 'события' }

const eventsText = (events: number): string =>
  `${count.format(events)} ${EVENTS[plural.select(events)] ?? 'событий'}`

export const ruleDayText = (day: string): string => day.split('-').reverse().join('.')

/** Returns the events that a notification lists, the largest change first. */
export const namedHitsOf = (hits: readonly HitTuple[]): HitTuple[] =>
  hits.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, NAMED_HITS)

const sizeOf = ([, , , before, after, compared]: HitTuple): number =>
  Math.abs(relative(after, compared ?? before))

const relative = (after: number | null, from: number | null): number => (after && from ? after / from - 1 : 0)

/**
 * Composes a rule's notification.
 * @param when what the events are about, such as a site and its day
 * @param hits events to list
 * @param specs descriptions of their tyres
 */
export function composeFiring(
  { name, event }: RuleSettings,
  { events, when }: { events: number; when: string },
  hits: readonly HitTuple[],
  specs: ReadonlyMap<number, TyreSpecs>,
): ComposedFiring {
  const lines = [`Правило «${name}»: ${eventsText(events)}${when}.`]
  const tyres: NotificationTyre[] = []
  for (const hit of hits) {
    const found = specs.get(hit[0])
    if (found) tyres.push({ line: lines.length, key: tyreKey(found), filters: {} })
    lines.push(hitText(event, hit, found))
  }
  if (events > hits.length) lines.push(`И ещё ${count.format(events - hits.length)}.`)
  return { body: lines.join('\n'), tyres: JSON.stringify(tyres) }
}

const COMPARED = { own: 'у нас', rrp: 'рекомендованная' } as const

const rubles = (value: number | null): string => (value === null ? 'без цены' : messagePrice.format(value))

function hitText(event: RuleSettings['event'], hit: HitTuple, specs: TyreSpecs | undefined): string {
  const [, site, city] = hit
  if (event.type === 'late') return `${site}: цен нет`
  // A name with line breaks would shift the line numbers that `tyres` refers to.
  const tyre = (specs?.name ?? 'Шина').replace(/\s+/g, ' ')
  return `${tyre}${city === '' ? '' : ` (${city})`}: ${whatHappened(event, hit)}`
}

function whatHappened(
  event: Exclude<RuleSettings['event'], { type: 'late' }>,
  [, site, , before, after, compared, former]: HitTuple,
): string {
  const by = (from: number | null) => ` (${withMinus(messagePercent.format(relative(after, from) * 100))} %)`
  switch (event.type) {
    case 'below':
      // Messages pass through foreign services, and the percent would give the cost away as well.
      if (event.than === 'cost') return `${site} ${rubles(after)}, ниже нашей себестоимости`
      return `${site} ${rubles(after)}, ${COMPARED[event.than]} ${rubles(compared)}${by(compared)}`
    case 'leader':
      return `дешевле всех теперь ${site}, ${rubles(after)}, был ${former}, ${rubles(compared)}`
    case 'stock':
      return event.to === 'out' ? `закончилась у ${site}` : `снова есть у ${site}, ${rubles(after)}`
    case 'place':
      return event.to === 'dearest'
        ? `мы дороже всех, ${rubles(after)}, у конкурентов до ${rubles(compared)}`
        : `дешевле нас ${site}, ${rubles(after)}, у нас ${rubles(compared)}`
    case 'moved':
      return `${site} ${rubles(before)} → ${rubles(after)}${by(before)}`
    case 'new':
      return `новая у ${site}, ${rubles(after)}`
  }
}
