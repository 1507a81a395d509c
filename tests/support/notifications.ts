import { randomUUID } from 'node:crypto'
import type { ChannelName } from '../../contract/notifications/channels.ts'
import { saveLink } from '../../server/features/notifications/channels/links.ts'
import type { Db } from '../../server/platform/db/db.ts'

/** Inserts users and notifications directly into the tables, for tests of their delivery. */

export async function addPerson(db: Db, username: string, disabled = 0): Promise<string> {
  const id = randomUUID()
  await db.run(
    'INSERT INTO users (id, username, password_hash, role, disabled, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    username,
    '',
    'user',
    disabled,
    1,
  )
  return id
}

export function link(db: Db, userId: string, channel: ChannelName, address: string): Promise<void> {
  return db.transaction((sql) => saveLink(sql, { userId, channel, address }, 1))
}

export interface TestNotification {
  type?: string
  host?: string
  percent?: number
  body?: string
}

let days = 0

/** Queues one notification for the channel. @returns the outbox row */
export async function enqueue(
  db: Db,
  userId: string,
  channel: ChannelName,
  dueAt: number,
  {
    type = 'Легковая',
    host = 'site.ru',
    percent = -12.5,
    body = 'Подорожало: 0, подешевело: 1.',
  }: TestNotification = {},
): Promise<number> {
  await db.run('INSERT INTO sites (host) VALUES (?) ON CONFLICT (host) DO NOTHING', host)
  // Uses a new day each time, because a user has one notification per site, day and type.
  const day = `day ${++days}`
  await db.run(
    `INSERT INTO notifications (user_id, day, site_id, vehicle_type, compared_with, threshold, percent, body, created_at)
     SELECT ?, ?, id, ?, '', 10, ?, ?, 1 FROM sites WHERE host = ?`,
    userId,
    day,
    type,
    percent,
    body,
    host,
  )
  await db.run(
    `INSERT INTO outbox (user_id, channel, notification_id, due_at)
     SELECT user_id, ?, id, ? FROM notifications WHERE user_id = ? AND day = ?`,
    channel,
    dueAt,
    userId,
    day,
  )
  const row = await db.get<{ id: number }>('SELECT max(id) AS id FROM outbox WHERE user_id = ?', userId)
  return row?.id ?? 0
}

export interface OutboxRow {
  state: string
  attempts: number
  due_at: number
  reason: string
}

export async function outboxOf(db: Db, userId: string): Promise<OutboxRow[]> {
  const rows = await db.all<OutboxRow>(
    'SELECT state, attempts, due_at, reason FROM outbox WHERE user_id = ? ORDER BY id',
    userId,
  )
  return rows.map((row) => ({ ...row }))
}
