import type { Db } from '../../../platform/db/db.ts'
import type { Channel } from '../delivery/channel.ts'
import { pushChannel } from './channel.ts'
import type { PushConfig } from './config.ts'
import { readEndpoint } from './endpoint.ts'
import { createPoster } from './post.ts'
import { type NewSubscription, ownDevice, saveSubscription } from './subscriptions.ts'
import { type DeviceTest, sendTest } from './test-message.ts'
import { createAuthorize } from './vapid.ts'

/** Everything that the server does for Web Push. */
export interface Push {
  publicKey: string
  channel: Channel
  /** @throws Refusal */
  subscribe(subscription: Omit<NewSubscription, 'publicKey'>): Promise<void>
  /** @returns undefined if the user has no such device */
  test(userId: string, endpoint: string): Promise<DeviceTest | undefined>
  close(): void
}

export interface PushDeps {
  db: Db
  config: PushConfig
  /** public address of this server; undefined to use the origin that each device reported */
  publicUrl: string | undefined
  clock?: () => number
}

export function createPush({ db, config, publicUrl, clock = Date.now }: PushDeps): Push {
  const { publicKey, allowedHosts } = config
  const { post, close } = createPoster(allowedHosts)
  const deps = { db, publicUrl, publicKey, allowedHosts, clock, post, authorize: createAuthorize(config) }
  return {
    publicKey,
    channel: pushChannel(deps),
    async subscribe(subscription) {
      const endpoint = readEndpoint(subscription.endpoint, allowedHosts).href
      await saveSubscription(db, { ...subscription, endpoint, publicKey }, clock())
    },
    async test(userId, endpoint) {
      const url = URL.canParse(endpoint) ? new URL(endpoint).href : endpoint
      const device = await ownDevice(db, userId, url)
      return device && sendTest(deps, device)
    },
    close,
  }
}
