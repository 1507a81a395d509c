import { afterAll, beforeAll, beforeEach } from 'vitest'
import { LINKS } from '../../server/features/notifications/channels/link-channel.ts'
import type { Channel } from '../../server/features/notifications/delivery/channel.ts'
import {
  createDelivery,
  type Delivery,
  type DeliveryDeps,
} from '../../server/features/notifications/delivery/delivery.ts'
import type { Message } from '../../server/features/notifications/delivery/message.ts'
import type { Db } from '../../server/platform/db/db.ts'
import type { DatabaseLocation } from '../../server/platform/db/open.ts'
import type { TestDatabase } from './database.ts'
import { addPerson, enqueue, link } from './notifications.ts'

export const NOW = 1_800_000_000_000

/** Creates a channel that records messages and then calls `then`. */
export function testChannel(then: (address: string) => Promise<void> = async () => undefined) {
  const sent: (Message & { address: string })[] = []
  const first = Promise.withResolvers<void>()
  const channel: Channel = {
    name: 'telegram',
    addresses: LINKS,
    textLimit: 4096,
    async send(address, message) {
      sent.push({ address, ...message })
      first.resolve()
      await then(address)
    },
  }
  return { channel, sent, used: first.promise }
}

/** Delivery workers with a fake clock. At the start of each test, the database has no users. */
export interface Deliveries {
  db: Db
  location: DatabaseLocation
  now: number
  /** addresses whose link a channel removed, each with the reason */
  ended: string[]
  warnings: string[]
  delivery(channels: readonly Channel[], over?: Partial<DeliveryDeps>): Delivery
  /** creates a user with a linked chat and due notifications; @returns the user's id */
  person(name: string, notifications?: number): Promise<string>
}

/** Registers hooks; must be called inside a suite. */
export function deliveries(open: (() => Promise<TestDatabase>) | undefined): Deliveries {
  let database: TestDatabase | undefined
  const t = { now: NOW, ended: [] as string[], warnings: [] as string[] } as Deliveries
  beforeAll(async () => {
    database = await open?.()
    Object.assign(t, database)
  })
  afterAll(() => database?.remove())
  beforeEach(async () => {
    await t.db.run('DELETE FROM users')
    Object.assign(t, { now: NOW, ended: [], warnings: [] })
  })
  t.delivery = (channels, over = {}) =>
    createDelivery({
      db: t.db,
      channels,
      clock: () => t.now,
      endLink: async ({ address }, reason) => void t.ended.push(`${address}: ${reason}`),
      log: { warn: (text: string) => void t.warnings.push(text) } as DeliveryDeps['log'],
      ...over,
    })
  t.person = async (name, notifications = 1) => {
    const id = await addPerson(t.db, name)
    await link(t.db, id, 'telegram', `chat of ${name}`)
    for (let i = 0; i < notifications; i++) await enqueue(t.db, id, 'telegram', NOW)
    return id
  }
  return t
}
