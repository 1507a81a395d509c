import type { Sql } from '../../platform/db/db.ts'
import { part } from '../../platform/db/statement.ts'
import type { PriceMove } from '../../prices/price-change.ts'
import { DEFAULT_THRESHOLD } from '../auth/users.ts'
import {
  byPercent,
  type ComposedNotification,
  changesAboveThreshold,
  composeNotification,
  type SortedMoves,
  sortMoves,
} from './compose.ts'
import { OTHER_TYPES } from './delivery/message.ts'
import { enqueueNotifications } from './delivery/outbox.ts'

/**
 * Maximum number of notifications per user for one site's day, because a price list may contain any number of vehicle
 * types. The last notification summarises the types with the fewest changes.
 */
const MOST = 20

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
 * Creates one notification for each user and vehicle type with prices changed by at least the user's percentage, at
 * most MOST per user, and queues them for delivery to those who want messages of them. Call it in the transaction that saves the day. Repeating an import
 * creates no duplicates.
 * @returns number of created notifications
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
    const types = user.vehicle_type === '' ? sorted.keys() : [user.vehicle_type]
    for (const { type, notification } of compose(types, threshold, known.get(user.id) ?? NONE)) {
      const { percent, body, tyres } = notification
      rows.push([user.id, day, siteId, type, comparedWith, threshold, percent, body, tyres, now])
    }
  }
  await sql.insertMany('notifications', COLUMNS, rows)
  await enqueueNotifications(
    sql,
    part`n.site_id = ${siteId} AND n.day = ${day} AND n.created_at = ${now} AND NOT EXISTS (
      SELECT 1 FROM fixed_rule_mutes m WHERE m.user_id = n.user_id AND m.until > n.created_at)`,
  )
  return rows.length
}

function recipients(sql: Sql): Promise<Recipient[]> {
  return sql.all<Recipient>('SELECT id, percent, vehicle_type FROM users WHERE disabled = 0')
}

const NONE: ReadonlySet<string> = new Set()

/** Returns, by user, the vehicle types for which the user already has a notification about this day, deleted or not. */
async function knownNotifications(sql: Sql, siteId: number, day: string): Promise<Map<string, Set<string>>> {
  const rows = await sql.all<{ user_id: string; vehicle_type: string }>`
    SELECT user_id, vehicle_type FROM notifications WHERE site_id = ${siteId} AND day = ${day}`
  const types = new Map<string, Set<string>>()
  for (const { user_id: id, vehicle_type: type } of rows)
    types.set(id, (types.get(id) ?? new Set()).add(type))
  return types
}

interface TypeNotification {
  type: string
  notification: ComposedNotification
}

/**
 * Creates the function that composes a user's notifications. Users with the same percentage get the same texts, so each
 * text is composed once.
 */
function composer(sorted: ReadonlyMap<string, SortedMoves>) {
  const composed = new Map<string, ComposedNotification | null>()
  const ranked = new Map<number, string[]>()
  const movesOf = (type: string) => sorted.get(type) ?? NO_MOVES

  function once(key: string, compose: () => ComposedNotification | null): ComposedNotification | null {
    const known = composed.get(key)
    if (known !== undefined) return known
    const notification = compose()
    composed.set(key, notification)
    return notification
  }

  /** Returns the types with changes of at least the threshold, those with most changes first. */
  function rankedTypes(threshold: number): string[] {
    const known = ranked.get(threshold)
    if (known) return known
    const counted = [...sorted].map(([type, moves]) => ({
      type,
      count: changesAboveThreshold(moves, threshold).length,
    }))
    const types = counted
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .map(({ type }) => type)
    ranked.set(threshold, types)
    return types
  }

  return (asked: Iterable<string>, threshold: number, known: ReadonlySet<string>): TypeNotification[] => {
    // The summarising notification's table already includes types that a repeated import adds.
    if (known.has(OTHER_TYPES)) return []
    const wanted = new Set(asked)
    const fresh = rankedTypes(threshold).filter((type) => wanted.has(type) && !known.has(type))
    const named = fresh.filter((type) => type !== OTHER_TYPES)
    const fits = named.length === fresh.length && known.size + fresh.length <= MOST
    const own = fits ? fresh : named.slice(0, Math.max(0, MOST - 1 - known.size))
    const others = fresh.filter((type) => !own.includes(type))
    const told = own.map((type) => ({
      type,
      notification: once(`${threshold} ${type}`, () => composeNotification(movesOf(type), threshold)),
    }))
    if (others.length > 0) {
      const notification = once(`${threshold} ${others.length} ${own.join('\n')}\n`, () =>
        composeNotification(together(others.map(movesOf)), threshold, others.length),
      )
      told.push({ type: OTHER_TYPES, notification })
    }
    return told.filter((one): one is TypeNotification => one.notification !== null)
  }
}

const NO_MOVES: SortedMoves = { moves: [], outliers: 0 }

function together(types: readonly SortedMoves[]): SortedMoves {
  return {
    moves: byPercent(types.flatMap(({ moves }) => moves)),
    outliers: types.reduce((sum, { outliers }) => sum + outliers, 0),
  }
}
