import type { StrategySettings } from '../../../contract/strategies/strategy.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { User } from '../auth/user.ts'
import { createNotice, createNoticeUpTo } from '../notifications/delivery/notices.ts'
import { listStrategies, readRails, type StoredStrategy } from './read-strategies.ts'

/** Strategy that is approved or waits for that. Ids of people are null after their account was deleted. */
interface ApprovedStrategy {
  id: number
  settings: { name: string }
  owner_id: string | null
  changed_id: string | null
  /** people who may not approve it */
  writers: readonly string[]
}

const SELECT_APPROVERS = "SELECT id FROM users WHERE disabled = 0 AND (role = 'admin' OR analyst = 1)"

/** Notifies the owner of a strategy and whoever changed it last, except the person who acts (specification 19.10). */
export async function notifyAuthors(
  sql: Sql,
  { owner_id, changed_id }: ApprovedStrategy,
  by: User,
  body: string,
): Promise<void> {
  for (const id of new Set([owner_id, changed_id])) {
    if (id === null || id === by.id) continue
    const author = await sql.get<{ id: string }>(`${SELECT_APPROVERS} AND id = ?`, id)
    if (author) await createNotice(sql, author.id, 'Стратегии', body)
  }
}

/**
 * Notifies everybody who may approve a strategy that it waits for that, except the person who acts, once a day for each
 * strategy (specification 19.10).
 */
async function notifyApprovers(
  sql: Sql,
  { id, settings, writers }: ApprovedStrategy,
  by: User,
): Promise<void> {
  const all = await sql.all<{ id: string }>(`${SELECT_APPROVERS} AND id <> ? ORDER BY id`, by.id)
  const people = all.filter((person) => !writers.includes(person.id))
  // The text before the first colon identifies the strategy.
  const body = `Согласование стратегии № ${id}: «${settings.name}» ждёт второго человека. Посмотрите, что изменится: Решения → Стратегии.`
  for (const person of people) await createNoticeUpTo(1, sql, person.id, 'Стратегии', body)
}

/** Filters, by which a strategy takes prices from those after it. */
const takenBy = ({ kind, cities, brands, diameters, seasons, stock, age }: StrategySettings): string =>
  JSON.stringify({ kind, cities, brands, diameters, seasons, stock, age })

/** Returns what an approval covers beside the team's limits, for each strategy: its settings, and what is taken before. */
async function scopes(sql: Sql): Promise<Map<number, string>> {
  const all = await listStrategies(sql)
  return new Map(
    all.map(({ id, settings }, at) => {
      const earlier = all.slice(0, at).filter((other) => other.settings.kind === settings.kind)
      const taken = earlier.map((other) => takenBy(other.settings)).sort()
      return [id, JSON.stringify([settings, taken])]
    }),
  )
}

/**
 * Changes strategies or their order, and ends the approvals of those whose prices may differ from then on (specification
 * 19.16). Within a transaction that has locked the strategies.
 * @param why says, for each of them, what the user did; displayed to users
 */
export async function changeScopes(
  sql: Sql,
  user: User,
  why: (strategy: StoredStrategy) => string,
  change: () => Promise<unknown>,
): Promise<void> {
  const before = await scopes(sql)
  await change()
  const after = await scopes(sql)
  for (const strategy of await listStrategies(sql)) {
    const former = before.get(strategy.id)
    if (former !== undefined && former !== after.get(strategy.id))
      await endApproval(sql, user, strategy, why(strategy))
  }
}

/**
 * Ends a strategy's approval and its permission to publish, because the user has changed something that decides its
 * prices; an approval by this user would be one by their own hand from then on.
 */
export async function endApproval(
  sql: Sql,
  user: User,
  strategy: StoredStrategy,
  reason: string,
): Promise<void> {
  const { id, version, settings, approved_at: approvedAt, ended } = strategy
  const writers = new Set([...(approvedAt === null ? strategy.writers : []), user.id])
  await sql.run`
    UPDATE strategies SET version = ${version + 1}, writers = ${JSON.stringify([...writers])},
      ended = ${approvedAt === null ? ended : reason}, approved_at = NULL, approved_by = NULL,
      permit_outlet = NULL, permitted_by = NULL
    WHERE id = ${id}`
  if (approvedAt !== null)
    await notifyAuthors(
      sql,
      strategy,
      user,
      `Согласование стратегии «${settings.name}» больше не действует: ${reason}.`,
    )
  await notifyOfWaiting(sql, { ...strategy, writers: [...writers] }, user)
}

/** Notifies others that a strategy waits for an approval, if an administrator demands it. */
export async function notifyOfWaiting(sql: Sql, strategy: StoredStrategy, by: User): Promise<void> {
  if ((await readRails(sql)).rails.approval) await notifyApprovers(sql, strategy, by)
}
