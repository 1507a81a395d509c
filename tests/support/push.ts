import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createDelivery, type Delivery } from '../../server/features/notifications/delivery/delivery.ts'
import { readPushConfig } from '../../server/features/notifications/push/config.ts'
import { createPush, type Push } from '../../server/features/notifications/push/create-push.ts'
import { type KeyPair, newKeyPair } from '../../server/features/notifications/push/key-pair.ts'
import type { Db } from '../../server/platform/db/db.ts'
import type { DatabaseLocation } from '../../server/platform/db/open.ts'
import type { TestDatabase } from './database.ts'
import { NOW } from './delivery.ts'
import { addPerson } from './notifications.ts'
import { trust } from './push-certificate.ts'
import { type TestDevice, testDevice } from './push-device.ts'
import { type ReceivedPush, startPushService, type TestPushService } from './push-service.ts'

export const PUBLIC_URL = 'https://prices.example.ru'
export const SUBJECT = 'mailto:admin@example.ru'

/** Environment of a server that sends push messages to the test's push service. */
export function pushEnv(keys: KeyPair, host: string): Record<string, string> {
  return {
    VITE_VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    VAPID_SUBJECT: SUBJECT,
    PUSH_ALLOWED_HOSTS: host,
  }
}

const NO_LINKS = { contact: undefined, publicUrl: undefined }

/** Users with devices that are subscribed at a test push service, and workers that send to it. */
export interface PushTests {
  db: Db
  location: DatabaseLocation
  service: TestPushService
  keys: KeyPair
  push: Push
  /** time of the workers' clock; tokens for the push service use the real time */
  now: number
  warnings: string[]
  /** creates the push module of a server with these keys */
  createPush(keys?: KeyPair, db?: Db): Push
  /** @param elsewhere if given, the worker has no channels, and other workers have these */
  worker(push?: Push, db?: Db, elsewhere?: readonly string[]): Delivery
  /** creates a live session; @returns its id */
  session(userId: string): Promise<string>
  person(name: string): Promise<string>
  /** creates a device with push; its endpoint is /NAME at the push service */
  device(userId: string, name: string, push?: Push): Promise<TestDevice>
  /** queues notifications of one import for every device */
  notify(
    userId: string,
    types?: readonly string[],
    over?: { host?: string; body?: string; day?: string },
  ): Promise<void>
  /** messages received by a device, decrypted and parsed */
  got(device: TestDevice, name: string): Record<string, never>[]
  outbox(): Promise<{ target: string; state: string; attempts: number; reason: string; due_at: number }[]>
  devices(): Promise<string[]>
}

/** Registers hooks; must be called inside a suite. */
export function pushTests(open: (() => Promise<TestDatabase>) | undefined): PushTests {
  const t = { keys: newKeyPair(), now: NOW, warnings: [] as string[] } as PushTests
  const opened: Push[] = []
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await open?.()
    Object.assign(t, database)
    t.service = await startPushService()
    trust(t.service.certificate)
  })
  afterAll(async () => {
    for (const push of opened) push.close()
    await t.service?.close()
    await database?.remove()
  })
  beforeEach(async () => {
    await t.db.run('DELETE FROM users')
    t.service.received.length = 0
    t.service.answers.clear()
    Object.assign(t, { now: NOW, warnings: [], push: t.createPush() })
  })
  t.createPush = (keys = t.keys, db = t.db) => {
    const config = readPushConfig(pushEnv(keys, t.service.host), NO_LINKS)
    if (!config) throw new Error('no keys')
    const push = createPush({ db, config, publicUrl: PUBLIC_URL, clock: () => t.now })
    opened.push(push)
    return push
  }
  t.worker = (push = t.push, db = t.db, elsewhere) =>
    createDelivery({
      db,
      channels: elsewhere ? [] : [push.channel],
      elsewhere: elsewhere ?? [],
      clock: () => t.now,
      endLink: async () => undefined,
      log: { warn: (text: string) => void t.warnings.push(text) } as never,
    })
  t.person = (name) => addPerson(t.db, name)
  t.session = async (userId) => {
    const id = randomUUID()
    const sql = 'INSERT INTO sessions (id, user_id, expires_at) VALUES (?, ?, ?)'
    await t.db.run(sql, id, userId, NOW * 2)
    return id
  }
  t.device = async (userId, name, push = t.push) => {
    const device = testDevice()
    const endpoint = `${t.service.origin}/${name}`
    await push.subscribe({
      userId,
      sessionId: await t.session(userId),
      endpoint,
      ...device.keys,
      origin: PUBLIC_URL,
    })
    return device
  }
  t.notify = (userId, types = ['Легковая'], over = {}) => notify(t.db, userId, types, { now: t.now, ...over })
  t.got = (device, name) =>
    t.service.received
      .filter(({ path }) => path === `/${name}`)
      .map(({ body }: ReceivedPush) => JSON.parse(device.decrypt(body)))
  t.outbox = () => t.db.all('SELECT target, state, attempts, reason, due_at FROM outbox ORDER BY id')
  t.devices = async () => {
    const rows = await t.db.all<{ endpoint: string }>(
      'SELECT endpoint FROM push_subscriptions ORDER BY endpoint',
    )
    return rows.map(({ endpoint }) => endpoint.slice(t.service.origin.length + 1))
  }
  return t
}

interface Import {
  now: number
  host?: string
  body?: string
  day?: string
}

async function notify(
  db: Db,
  userId: string,
  types: readonly string[],
  { now, host = '4tochki.ru', body = 'Подорожало: 3, подешевело: 5.', day = '2026-11-21' }: Import,
): Promise<void> {
  await db.run('INSERT INTO sites (host) VALUES (?) ON CONFLICT (host) DO NOTHING', host)
  for (const type of types) {
    await db.run(
      `INSERT INTO notifications (user_id, day, site_id, vehicle_type, compared_with, threshold, percent, body, created_at)
       SELECT ?, ?, id, ?, '', 10, -12.5, ?, ? FROM sites WHERE host = ?`,
      userId,
      day,
      type,
      body,
      now,
      host,
    )
  }
  await db.run(
    `INSERT INTO outbox (user_id, channel, target, notification_id, due_at)
     SELECT n.user_id, 'push', p.id, n.id, ? FROM notifications n JOIN push_subscriptions p ON p.user_id = n.user_id
     WHERE n.user_id = ?
     ON CONFLICT (notification_id, channel, target) DO NOTHING`,
    now,
    userId,
  )
}
