import { DEFAULT_THRESHOLD } from '../auth/users.ts'
import type { Sql } from '../db/db.ts'
import type { PriceMove } from '../prices/price-move.ts'
import { composeNotification, type SortedMoves, sortMoves } from './compose.ts'

/** The comparison of one site's day with an earlier one. */
export interface ComparedDay {
  siteId: number
  day: string
  comparedWith: string
  moves: readonly PriceMove[]
}

interface Recipient {
  id: string
  percent: number | null
  vehicle_type: string
}

const COLUMNS = [
  'user_id',
  'day',
  'site_id',
  'vehicle_type',
  'compared_with',
  'threshold',
  'percent',
  'body',
  'tyres',
  'created_at',
] as const

/**
 * Creates one notification for each user and vehicle type with prices moved by at least the user's percent, and queues
 * it for delivery. Call it in the transaction that saves the day; repeating an import creates no duplicates.
 * @returns the number created
 */
export async function createNotifications(
  sql: Sql,
  compared: ComparedDay,
  glitchFactor: number,
): Promise<number> {
  if (compared.moves.length === 0) return 0
  const { siteId, day, comparedWith } = compared
  const byType = Map.groupBy(compared.moves, ({ specs }) => specs.vehicleType)
  const sorted = new Map([...byType].map(([type, moves]) => [type, sortMoves(moves, glitchFactor)]))
  const compose = composer(sorted)
  const known = await knownNotifications(sql, siteId, day)
  const now = Date.now()
  const rows: (string | number)[][] = []
  for (const user of await recipients(sql)) {
    const threshold = user.percent ?? DEFAULT_THRESHOLD
    for (const type of sorted.keys()) {
      const concerned = user.vehicle_type === '' || user.vehicle_type === type
      const notification = concerned && !known.has(`${user.id} ${type}`) ? compose(type, threshold) : null
      if (notification) {
        const { percent, body, tyres } = notification
        rows.push([user.id, day, siteId, type, comparedWith, threshold, percent, body, tyres, now])
      }
    }
  }
  await sql.insertMany('notifications', COLUMNS, rows)
  await enqueue(sql, siteId, day, now)
  return rows.length
}

function recipients(sql: Sql): Promise<Recipient[]> {
  return sql.all<Recipient>('SELECT id, percent, vehicle_type FROM users WHERE disabled = 0')
}

async function knownNotifications(sql: Sql, siteId: number, day: string): Promise<Set<string>> {
  const rows = await sql.all<{ user_id: string; vehicle_type: string }>(
    'SELECT user_id, vehicle_type FROM notifications WHERE site_id = ? AND day = ?',
    siteId,
    day,
  )
  return new Set(rows.map((row) => `${row.user_id} ${row.vehicle_type}`))
}

/** Users with the same percent get the same text, so each text is composed once. */
function composer(sorted: ReadonlyMap<string, SortedMoves>) {
  const composed = new Map<string, ReturnType<typeof composeNotification>>()
  return (type: string, threshold: number) => {
    const key = `${threshold} ${type}`
    const known = composed.get(key)
    if (known !== undefined) return known
    const notification = composeNotification(sorted.get(type) as SortedMoves, threshold)
    composed.set(key, notification)
    return notification
  }
}

/** Queues each new notification for every linked channel and every push device of its user. */
async function enqueue(sql: Sql, siteId: number, day: string, createdAt: number): Promise<void> {
  await sql.run(
    `INSERT INTO outbox (user_id, channel, target, notification_id, due_at)
     SELECT n.user_id, a.channel, a.target, n.id, n.created_at
     FROM notifications n JOIN delivery_addresses a ON a.user_id = n.user_id
     WHERE n.site_id = ? AND n.day = ? AND n.created_at = ?
     ON CONFLICT (notification_id, channel, target) DO NOTHING`,
    siteId,
    day,
    createdAt,
  )
}
