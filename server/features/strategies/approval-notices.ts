import type { Sql } from '../../platform/db/db.ts'
import type { User } from '../auth/user.ts'
import { createNotice, createNoticeUpTo } from '../notifications/delivery/notices.ts'

/** Strategy that is approved or waits for that. Ids of people are null after their account was deleted. */
interface ApprovedStrategy {
  id: number
  settings: { name: string }
  owner_id: string | null
  changed_id: string | null
  /** people who may not approve it */
  writers: readonly string[]
}

/** Active analysts and administrators. */
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
export async function notifyApprovers(
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
