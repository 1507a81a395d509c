import { randomUUID } from 'node:crypto'
import { watchedSince } from '../../../contract/dashboard/freshness.ts'
import { MAX_DECISIONS } from '../../../contract/decisions/decision.ts'
import { withMinus } from '../../../contract/lib/minus.ts'
import { MORNING_WAIT_HOURS } from '../../../contract/strategies/strategy.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { zonedMoments } from '../../platform/zoned-moment.ts'
import { addSet } from '../decisions/sets.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import {
  activeAnalyst,
  datedShort,
  endRun,
  type MorningDeps,
  pricesText,
  publishWaiting,
  runTerms,
} from './morning-publication.ts'
import { listStrategies, readRails, type StoredStrategy } from './read-strategies.ts'
import { decidePart, selectPart, strategyJob } from './run-strategy.ts'

const inMoscow = zonedMoments('Europe/Moscow')
const LAST_MINUTE = 24 * 60 - 1
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function moscowTime(now: number): { today: string; minute: number } {
  const text = inMoscow(now)
  return { today: text.slice(0, 10), minute: minutesOf(text.slice(11, 16)) }
}

/** Returns whether a strategy's time has come, and whether it waits for prices no longer. */
function dueAt(morning: string, minute: number): { isDue: boolean; isLate: boolean } {
  const from = minutesOf(morning)
  return {
    isDue: minute >= from,
    isLate: minute >= Math.min(from + MORNING_WAIT_HOURS * 60, LAST_MINUTE),
  }
}

/** Runs the strategies whose time has come, once a day, and publishes what they may publish (specification 19.15). */
export async function runMornings(deps: MorningDeps, now = Date.now()): Promise<void> {
  const started = performance.now()
  const { today, minute } = moscowTime(now)
  const strategies = await listStrategies(deps.db)
  const ran = new Set(
    (
      await deps.db.all<{ strategy_id: number }>`SELECT strategy_id FROM strategy_runs WHERE day = ${today}`
    ).map(({ strategy_id }) => strategy_id),
  )
  const due = strategies.filter(
    ({ id, settings: { morning }, changed_at: changedAt }) =>
      morning !== null &&
      !ran.has(id) &&
      dueAt(morning, minute).isDue &&
      // A strategy that is saved after its time begins the next day.
      inMoscow(changedAt).slice(0, 16) < `${today}T${morning}`,
  )
  if (due.length > 0) {
    const hasPrices = !(await deps.isImporting()) && (await hasAllPrices(deps, today))
    for (const strategy of due) {
      const { isLate } = dueAt(strategy.settings.morning as string, minute)
      if (hasPrices || isLate) await runOne(deps, strategy, strategies, today)
    }
  }
  // Runs take time: midnight may have passed since.
  await publishWaiting(deps, () => moscowTime(now + performance.now() - started).today)
}

async function hasAllPrices({ db, isOwnSite }: MorningDeps, day: string): Promise<boolean> {
  const sites = await db.all<{ host: string; last: string }>`
    SELECT s.host, max(p.day) AS last FROM sites s JOIN snapshots p ON p.site_id = s.id
    WHERE p.day >= ${watchedSince(day)} GROUP BY s.host`
  return sites.some(({ host }) => isOwnSite(host)) && sites.every(({ last }) => last >= day)
}

/** Runs one strategy: the record of the run, its set and the notice are one transaction. */
async function runOne(
  deps: MorningDeps,
  strategy: StoredStrategy,
  all: readonly StoredStrategy[],
  today: string,
): Promise<void> {
  const { rails } = await readRails(deps.db)
  const owner = await activeAnalyst(deps.db, strategy.owner_id)
  if (!owner || (rails.approval && strategy.approved_at === null)) return
  const job = strategyJob(all, strategy.id, strategy.settings, rails)
  const whole = { from: 0, version: '' }
  const { part, selected } = await selectPart(deps, job.settings, whole, Number.MAX_SAFE_INTEGER)
  const { decisions: every, effect } = await decidePart(deps, selected, job)
  const decisions = every.slice(0, MAX_DECISIONS).map(({ decision }) => decision)
  const isToday = part.day === today
  const isPermitted = strategy.approved_at !== null && strategy.permit_outlet !== null
  const state = decisions.length === 0 ? 'empty' : isPermitted && isToday ? 'waiting' : 'set'
  const name = `Стратегия «${job.settings.name}», ${datedShort(today)}`
  await deps.db.transaction(async (sql) => {
    const run = await addRun(sql, strategy.id, today, {
      state,
      prices: decisions.length,
      terms: runTerms(strategy, rails),
    })
    if (run === undefined || state === 'empty') return
    try {
      // A key that could be computed would let the owner save other prices under it before.
      const set = await addSet(sql, owner.id, { key: randomUUID(), name, decisions })
      await sql.run`UPDATE strategy_runs SET set_id = ${set} WHERE id = ${run}`
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await endRun(sql, run, 'failed', error.message)
      await createNotice(sql, owner.id, 'Стратегии', `${name}: набор не собран. ${error.message}`)
      return
    }
    if (state === 'waiting') return
    const notToday = `Наших цен за сегодня нет, посчитано по ценам за ${datedShort(part.day)}.`
    const words = [
      `${name}: набор собран, ${pricesText(decisions.length)}`,
      effect.largest === null ? '. ' : `, наибольшее изменение ${percentText(effect.largest)}. `,
      isToday ? 'Возьмите его в работу на странице «Решения».' : notToday,
      isPermitted && !isToday ? ' Поэтому он не опубликован.' : '',
    ]
    await createNotice(sql, owner.id, 'Стратегии', words.join(''))
  })
}

/** Records the run of a day. @returns its id; undefined if another server has recorded it */
async function addRun(
  sql: Sql,
  strategy: number,
  day: string,
  { state, prices, terms }: { state: string; prices: number; terms: string },
): Promise<number | undefined> {
  const row = await sql.get<{ id: number }>`
    INSERT INTO strategy_runs (strategy_id, day, prices, state, terms, created_at)
    VALUES (${strategy}, ${day}, ${prices}, ${state}, ${terms}, ${Date.now()})
    ON CONFLICT (strategy_id, day) DO NOTHING RETURNING id`
  return row?.id
}

const signed = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const percentText = (value: number): string => `${withMinus(signed.format(value))} %`
