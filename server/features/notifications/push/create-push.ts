import { randomBytes } from 'node:crypto'
import { ROUTES } from '../../../../contract/routes.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Channel } from '../delivery/channel.ts'
import { pushChannel } from './channel.ts'
import type { PushConfig } from './config.ts'
import { readEndpoint } from './endpoint.ts'
import type { PushOutcome } from './outcome.ts'
import { createPoster } from './post.ts'
import { type DeliverDeps, deliverToDevice } from './send.ts'
import {
  type KnownDevice,
  type NewSubscription,
  ownDevice,
  removeDevice,
  saveSubscription,
} from './subscriptions.ts'
import { createAuthorize } from './vapid.ts'

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

/** Step at which a test of a device failed. */
type FailedStep = 'subscription' | 'key' | 'server' | 'push-service'

type DeviceTest =
  /** `test` is the id of the test message that the device displays */
  | { ok: true; status: number; test: string }
  | { ok: false; step: FailedStep; status?: number; message: string }

const TTL_SECONDS = 60
const WAIT_MS = 12_000

/** Sends a test message to a device at once, bypassing the outbox. */
async function sendTest(deps: DeliverDeps & { publicKey: string }, device: KnownDevice): Promise<DeviceTest> {
  if (device.publicKey !== deps.publicKey) {
    await removeDevice(deps.db, device, 'made with a former key')
    return failed('key', 'Подписка сделана с прежним ключом сервера, её нужно оформить заново')
  }
  const test = randomBytes(12).toString('base64url')
  const content = {
    title: 'Проверка push',
    body: 'Уведомления приходят на это устройство.',
    tag: 'push-test',
    ids: [],
    path: ROUTES.notifications,
    test,
  }
  const options = { ttl: TTL_SECONDS, urgency: 'high', signal: AbortSignal.timeout(WAIT_MS) } as const
  try {
    const outcome = await deliverToDevice(deps, device, content, options)
    return outcome.kind === 'sent' ? { ok: true, status: outcome.status, test } : failureOf(outcome)
  } catch {
    // The text is the same for all failures: details would reveal which addresses and names this server can reach.
    return failed('server', 'Сервер не смог связаться с push-службой')
  }
}

function failureOf({ kind, status }: Exclude<PushOutcome, { kind: 'sent' }>): DeviceTest {
  if (kind === 'gone') {
    return failed(
      'subscription',
      'Push-служба больше не знает этой подписки, её нужно оформить заново',
      status,
    )
  }
  if (kind === 'refused' && (status === 401 || status === 403)) {
    return failed('key', `Push-служба не приняла ключ сервера (${status})`, status)
  }
  if (kind === 'busy' && status === 429) {
    return failed('push-service', 'Push-служба просит подождать (429)', status)
  }
  return failed('push-service', `Push-служба ответила ошибкой (${status})`, status)
}

function failed(step: FailedStep, message: string, status?: number): DeviceTest {
  return { ok: false, step, message, ...(status === undefined ? {} : { status }) }
}
