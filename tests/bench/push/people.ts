import { createNotifications } from '../../../server/features/notifications/create.ts'
import { newKeyPair } from '../../../server/features/notifications/push/key-pair.ts'
import type { Db } from '../../../server/platform/db/db.ts'
import type { PriceMove } from '../../../server/prices/price-change.ts'
import { specs } from '../../support/prices.ts'

const AUTH = Buffer.alloc(16, 1).toString('base64url')

/** Inserts users with devices directly into the tables, because subscribing must not be measured. */
export async function addDevices(
  db: Db,
  name: string,
  { people, each, origin, publicKey }: { people: number; each: number; origin: string; publicKey: string },
): Promise<void> {
  const ids = Array.from({ length: people }, (_, n) => `${name}-${n}`)
  await db.insertMany(
    'users',
    ['id', 'username', 'password_hash', 'role', 'created_at'],
    ids.map((id) => [id, id, '', 'user', 0]),
  )
  await db.insertMany(
    'sessions',
    ['id', 'user_id', 'expires_at'],
    ids.map((id) => [id, id, Date.now() * 2]),
  )
  const devices = ids.flatMap((id) => Array.from({ length: each }, (_, n) => [`${id}-${n}`, id] as const))
  await db.insertMany(
    'push_subscriptions',
    [
      'id',
      'user_id',
      'session_id',
      'endpoint',
      'p256dh',
      'auth',
      'public_key',
      'origin',
      'created_at',
      'seen_at',
    ],
    devices.map(([device, id]) => [
      device,
      id,
      id,
      `${origin}/${device}`,
      newKeyPair().publicKey,
      AUTH,
      publicKey,
      'https://prices.example.ru',
      0,
      0,
    ]),
  )
}

/**
 * Simulates an import with changed prices: one notification for all users.
 * @returns the time of the commit
 */
export async function importMoves(db: Db, day: string): Promise<number> {
  const siteId = (await db.get<{ id: number }>('SELECT min(id) AS id FROM sites'))?.id as number
  const moves: PriceMove[] = Array.from({ length: 20 }, (_, n) => ({
    specs: specs({ name: `Arktika Polar ${n} 205/55 R16 94T`, vehicleType: 'Легковая', brand: 'Arktika' }),
    city: 'Томск',
    priceType: 'wholesale',
    before: 5_000,
    after: 5_000 + 700 + n,
    percent: ((700 + n) / 5_000) * 100,
  }))
  await db.transaction((sql) => createNotifications(sql, { siteId, day, comparedWith: '', moves }, 10))
  return performance.timeOrigin + performance.now()
}
