import { randomUUID } from 'node:crypto'
import { type Decision, priceWarningsOf } from '../../../contract/decisions/decision.ts'
import type { TeamLimits } from '../../../contract/strategies/strategy.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ROLE_OF_USER, type User } from '../auth/user.ts'
import { findSet, linesOf, moveSet } from '../decisions/sets.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import { findStrategy, readRails, type StoredStrategy } from './read-strategies.ts'
import type { StrategyBasesDeps } from './strategy-bases.ts'

export interface MorningDeps extends StrategyBasesDeps {
  db: Db
  /** whether a price list of an own site is being imported */
  isImporting(): Promise<boolean>
  /**
   * publishes a set through an outlet
   * @param before called within the transaction of the publication, which its error undoes
   */
  publish(
    user: User,
    outlet: number,
    input: MorningPublication,
    before: (sql: Sql) => Promise<void>,
  ): Promise<unknown>
}

/** Set to publish; prices that wait for a second look stay behind. */
interface MorningPublication {
  key: string
  set: number
  unchecked: false
}

interface WaitingRun {
  id: number
  strategy_id: number
  day: string
  terms: string
  set_id: number | null
  prices: number
}

/**
 * Publishes the sets of morning runs that may publish by themselves, once each (specification 19.15).
 * @param today returns the present day in Moscow
 */
export async function publishWaiting(deps: MorningDeps, today: () => string): Promise<void> {
  const waiting = await deps.db.all<WaitingRun>(
    "SELECT id, strategy_id, day, terms, set_id, prices FROM strategy_runs WHERE state = 'waiting' ORDER BY id",
  )
  for (const run of waiting) {
    // Publications wait for the end of an import of own prices.
    if (await deps.isImporting()) return
    await publishRun(deps, run, today)
  }
}

async function publishRun(deps: MorningDeps, run: WaitingRun, today: () => string): Promise<void> {
  const { db } = deps
  const strategy = await findStrategy(db, run.strategy_id)
  const end = (state: RunEnd, message: string, words: string) =>
    db.transaction((sql) => endWaiting(sql, run, strategy, { state, message, words }))
  const { set_id: set } = run
  if (set === null) return end('failed', 'Набор удалили.', 'набор удалили, публиковать нечего.')
  const through = `через «${strategy.permit_name}»`
  try {
    const { admin, outlet } = await checkTerms(db, run, today())
    const unchecked = await uncheckedIn(db, set)
    const behind = unchecked === 0 ? '' : ` Требуют взгляда и остались в наборе: ${unchecked}.`
    const words = `опубликовано ${through}: ${pricesText(run.prices - unchecked)}.${behind}`
    // The run ends within the transaction, so that the key need not prevent a second publication.
    const input = { key: randomUUID(), set, unchecked: false } as const
    await deps.publish(admin, outlet, input, async (sql) => {
      await checkTerms(sql, run, today())
      const { state } = await findSet(sql, set)
      if (state === 'exported') throw new TermsChanged('набор уже выгрузили, сама она его не публикует.')
      if (state === 'draft') await moveSet(sql, admin, set, 'draft', 'agreed')
      await endWaiting(sql, run, strategy, { state: 'published', message: '', words })
    })
  } catch (error) {
    if (error instanceof TermsChanged) return end('set', '', error.message)
    if (!isRefusal(error)) throw error
    // An import may have begun since; the next look tries again.
    if (await deps.isImporting()) return
    await end('failed', error.message, `набор собран, но не опубликован ${through}. ${error.message}`)
  }
}

type RunEnd = 'set' | 'failed' | 'published'

/** Ends a run that still waits, and notifies the owner of its strategy. */
async function endWaiting(
  sql: Sql,
  { id }: WaitingRun,
  { owner_id, settings }: StoredStrategy,
  { state, message, words }: { state: RunEnd; message: string; words: string },
): Promise<void> {
  const sets = 'SET state = ?, message = ?'
  const ended = await sql.run(
    `UPDATE strategy_runs ${sets} WHERE id = ? AND state = 'waiting'`,
    state,
    message,
    id,
  )
  const owner = ended === 0 ? undefined : await activeAnalyst(sql, owner_id)
  if (owner) await createNotice(sql, owner.id, 'Стратегии', `Стратегия «${settings.name}»: ${words}`)
}

/** Reason why a set is left to people. The message is displayed to the owner. */
class TermsChanged extends Error {
  override name = 'TermsChanged'
}

/**
 * Returns what a set was decided and permitted under: the strategy's version, its approval and permission, and the
 * limits of the team.
 */
export function runTerms(strategy: StoredStrategy, rails: TeamLimits): string {
  const { version, approved_at, approved_id, permit_outlet, permitted_id } = strategy
  return JSON.stringify({ version, approved_at, approved_id, permit_outlet, permitted_id, rails })
}

/**
 * Compares the day and the terms of a run with the present ones.
 * @returns the administrator who permits the publication, and its outlet
 * @throws TermsChanged if they differ
 */
async function checkTerms(
  sql: Sql,
  run: WaitingRun,
  today: string,
): Promise<{ admin: User; outlet: number }> {
  if (run.day !== today)
    throw new TermsChanged(`набор за ${datedShort(run.day)} не опубликован: его день прошёл.`)
  const strategy = await findStrategy(sql, run.strategy_id)
  const admin = await permittedBy(sql, strategy)
  if (!admin || strategy.permit_outlet === null)
    throw new TermsChanged('набор собран, но публиковать его самой больше не разрешено: решите сами.')
  const { rails } = await readRails(sql)
  if (run.terms === runTerms(strategy, rails)) return { admin, outlet: strategy.permit_outlet }
  throw new TermsChanged(
    'набор собран, но не опубликован: стратегию, её согласование или ограничения с тех пор изменили. Решите сами.',
  )
}

/** Returns whether an error is a refusal in words, such as that of an outlet. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Refusal ||
  (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500)

/** Returns the administrator who permits a strategy to publish, if its approval and both accounts are valid. */
async function permittedBy(sql: Sql, strategy: StoredStrategy): Promise<User | undefined> {
  if (strategy.approved_at === null || strategy.permit_outlet === null) return undefined
  const approver = await activeAnalyst(sql, strategy.approved_id)
  const admin = await activeAnalyst(sql, strategy.permitted_id)
  return approver && admin?.role === 'admin' ? admin : undefined
}

/** Returns how many prices of a set wait for a second look. */
async function uncheckedIn(sql: Sql, set: number): Promise<number> {
  const decisions = JSON.parse(await linesOf(sql, set)) as Decision[]
  return decisions.filter((decision) => !decision.checked && priceWarningsOf(decision).length > 0).length
}

/** Returns an analyst or administrator whose account is active. @param id null for a deleted account */
export async function activeAnalyst(sql: Sql, id: string | null): Promise<User | undefined> {
  const user = await sql.get<User>(
    `SELECT u.id, u.username, u.percent, ${ROLE_OF_USER} FROM users u WHERE u.id = ? AND u.disabled = 0`,
    id ?? '',
  )
  return user?.role === 'user' ? undefined : user
}

export async function endRun(sql: Sql, id: number, state: string, message: string): Promise<void> {
  await sql.run`UPDATE strategy_runs SET state = ${state}, message = ${message} WHERE id = ${id}`
}

const rules = new Intl.PluralRules('ru')
const FORMS: Readonly<Record<string, string>> = { one: 'цена', few: 'цены' }
/** Writes a day: '18.04'. */
export const datedShort = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}`
/** Writes a number of prices: '300 цен'. */
export const pricesText = (count: number): string => `${count} ${FORMS[rules.select(count)] ?? 'цен'}`
