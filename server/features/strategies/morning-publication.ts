import { createHash } from 'node:crypto'
import { type Decision, worriesOf } from '../../../contract/decisions/decision.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { ROLE_OF_USER, type User } from '../auth/user.ts'
import { findSet, linesOf, moveSet, SetRefusal } from '../decisions/sets.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import type { StrategyBasesDeps } from './strategy-bases.ts'
import { findStrategy, type StoredStrategy } from './strategy-store.ts'

export interface MorningDeps extends StrategyBasesDeps {
  db: Db
  /** whether a price list of an own site is being imported */
  isImporting(): Promise<boolean>
  /** publishes an agreed set through an outlet; the same key publishes once */
  publish(user: User, outlet: number, input: MorningPublication): Promise<unknown>
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
  set_id: number | null
  prices: number
}

/** Publishes the sets of morning runs that may publish by themselves, once each (specification 19.15). */
export async function publishWaiting(deps: MorningDeps): Promise<void> {
  const waiting = await deps.db.all<WaitingRun>(
    "SELECT id, strategy_id, set_id, prices FROM strategy_runs WHERE state = 'waiting' ORDER BY id",
  )
  for (const run of waiting) {
    // Publications wait for the end of an import of own prices.
    if (await deps.isImporting()) return
    await publishRun(deps, run)
  }
}

async function publishRun(deps: MorningDeps, run: WaitingRun): Promise<void> {
  const { db } = deps
  const strategy = await findStrategy(db, run.strategy_id)
  const end = (state: 'set' | 'failed' | 'published', message: string, words: string) =>
    db.transaction(async (sql) => {
      await endRun(sql, run.id, state, message)
      const owner = await activeAnalyst(sql, strategy.owner_id)
      const body = `Стратегия «${strategy.settings.name}»: ${words}`
      if (owner) await createNotice(sql, owner.id, 'Стратегии', body)
    })
  const admin = await permittedBy(db, strategy)
  if (run.set_id === null) return end('failed', 'Набор удалили.', 'набор удалили, публиковать нечего.')
  if (!admin)
    return end('set', '', 'набор собран, но публиковать его самой больше не разрешено: решите сами.')
  const through = `через «${strategy.permit_name}»`
  try {
    const unchecked = await uncheckedIn(db, run.set_id)
    const left = run.prices - unchecked
    const { state } = await findSet(db, run.set_id)
    if (state === 'draft') await moveSet(db, admin, run.set_id, 'draft', 'agreed')
    // An exported set was published before this process, or the one before it, could record it.
    if (state !== 'exported') {
      const key = createHash('sha256').update(`publication of run ${run.id}`).digest('hex').slice(0, 32)
      await deps.publish(admin, strategy.permit_outlet as number, { key, set: run.set_id, unchecked: false })
    }
    const behind = unchecked === 0 ? '' : ` Требуют взгляда и остались в наборе: ${unchecked}.`
    await end('published', '', `опубликовано ${through}: ${pricesText(left)}.${behind}`)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // An import may have begun since; the next look tries again.
    if (await deps.isImporting()) return
    await end('failed', error.message, `набор собран, но не опубликован ${through}. ${error.message}`)
  }
}

/** Returns whether an error is a refusal in words, such as that of an outlet. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof SetRefusal ||
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
  return decisions.filter((decision) => !decision.checked && worriesOf(decision).length > 0).length
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
  await sql.run('UPDATE strategy_runs SET state = ?, message = ? WHERE id = ?', state, message, id)
}

const rules = new Intl.PluralRules('ru')
const FORMS: Readonly<Record<string, string>> = { one: 'цена', few: 'цены' }
/** Writes a number of prices: '300 цен'. */
export const pricesText = (count: number): string => `${count} ${FORMS[rules.select(count)] ?? 'цен'}`
