import type { RuleSettings } from '../../../contract/rules/rule.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import { zonedMoments } from '../../platform/zoned-moment.ts'
import { parseHits, ruleDayText } from './firings.ts'
import {
  createFirings,
  type FoundEvents,
  type RuleReport,
  storeAndNotifyEvents,
  withoutReported,
} from './notify-events.ts'
import { loadSiteCityNumbers } from './places.ts'
import { lateRules, rulesById } from './rule-store.ts'
import { digestDue, RULE_ZONE, type StoredRule } from './watch-rule.ts'

/** Number of digests of one transaction. */
const DIGESTS_AT_ONCE = 100

export interface RuleTaskDeps {
  db: Db
  isOwnSite(host: string): boolean
}

/** Sends the digests that are due, and reports sites that are late (specification 25.5). */
export async function runRuleTasks(deps: RuleTaskDeps, now: number): Promise<void> {
  while ((await sendDigests(deps.db, now)) === DIGESTS_AT_ONCE);
  await reportLateSites(deps, now)
}

/** @returns number of due rules that were looked at */
async function sendDigests(db: Db, now: number): Promise<number> {
  const due = await db.all<{ id: number; digest_due: number }>(
    `SELECT id, digest_due FROM rules WHERE digest_due <= ? ORDER BY id LIMIT ${DIGESTS_AT_ONCE}`,
    now,
  )
  if (due.length > 0)
    await db.transaction(async (sql) => {
      const rules = new Map(
        (
          await rulesById(
            sql,
            due.map(({ id }) => id),
          )
        ).map((rule) => [rule.id, rule]),
      )
      const taken: StoredRule[] = []
      for (const { id, digest_due } of due) {
        const rule = rules.get(id)
        // Only the transaction that moves the due time sends the digest.
        const isTaken =
          rule &&
          (await sql.run`
            UPDATE rules SET digest_due = ${digestDue(rule.settings, now)}
            WHERE id = ${id} AND digest_due = ${digest_due}`) === 1
        if (isTaken && rule.enabled) taken.push(rule)
      }
      await sendGathered(sql, taken, now)
    })
  return due.length
}

async function sendGathered(sql: Sql, rules: readonly StoredRule[], now: number): Promise<void> {
  const reports: RuleReport[] = []
  const batches = new Map<number, number[]>()
  for (const rule of rules) {
    const gathered = await sql.all<{ id: number; day: string; events: number; hits: string }>`
      SELECT id, day, events, hits FROM rule_batches WHERE rule_id = ${rule.id} AND firing_id IS NULL
      ORDER BY id`
    const last = gathered.at(-1)
    if (!last) continue
    batches.set(
      rule.id,
      gathered.map(({ id }) => id),
    )
    reports.push({
      rule,
      events: gathered.reduce((sum, { events }) => sum + events, 0),
      hits: gathered.flatMap(({ hits }) => parseHits(hits)),
      when: ' с прошлой сводки',
      day: last.day,
    })
  }
  for (const [rule, firing] of await createFirings(sql, reports, now)) {
    await sql.run`
      UPDATE rule_batches SET firing_id = ${firing} WHERE id IN (${listOf(batches.get(rule) ?? [])})`
  }
}

const moscow = zonedMoments(RULE_ZONE)

/** Reports the sites that have no prices of the day at the time of a rule, each once. */
async function reportLateSites({ db, isOwnSite }: RuleTaskDeps, now: number): Promise<void> {
  const [day = '', clock = ''] = moscow(now).split('T')
  const rules = (await lateRules(db)).filter(({ settings }) => isDue(settings, clock))
  if (rules.length === 0) return
  const places = await loadSiteCityNumbers(db, isOwnSite, day)
  const found: FoundEvents[] = []
  for (const rule of rules) {
    for (const [site, last] of places.lastDays.entries()) {
      const host = places.sites.name(site)
      if (last === null || last >= day || !watches(rule.settings, host, places.isOwn[site] === true)) continue
      const siteId = places.siteIds[site] as number
      found.push({ rule, siteId, day, events: 1, hits: [[0, host, '', null, null, null, '']] })
    }
  }
  const late = await withoutReported(db, found)
  if (late.length === 0) return
  await db.transaction(async (sql) => {
    for (const id of new Set(late.map(({ rule }) => rule.id)))
      await sql.run`UPDATE rules SET enabled = enabled WHERE id = ${id}`
    await storeAndNotifyEvents(sql, late, ` за ${ruleDayText(day)}`, now)
  })
}

const isDue = ({ event }: RuleSettings, clock: string): boolean =>
  event.type === 'late' && event.time <= clock.slice(0, 5)

const watches = ({ sites }: RuleSettings, host: string, isOwn: boolean): boolean =>
  sites.length > 0 ? sites.includes(host) : !isOwn

const KEPT_MS = 90 * 24 * 60 * 60_000

/** Removes expired events and notifications of rules, and the own rules of removed people. */
export async function pruneRules(sql: Sql, now: number): Promise<void> {
  await sql.run`DELETE FROM rule_batches WHERE created_at < ${now - KEPT_MS}`
  await sql.run`DELETE FROM rule_firings WHERE fired_at < ${now - KEPT_MS}`
  for (const table of ['rule_mutes', 'fixed_rule_mutes'])
    await sql.run(`DELETE FROM ${table} WHERE until < ?`, now)
  await sql.run("DELETE FROM rules WHERE owner_id IS NULL AND scope = 'own'")
}
