import { randomBytes } from 'node:crypto'
import { ROUTES } from '../../../../contract/routes.ts'
import { type DeliverDeps, deliverToDevice } from './deliver.ts'
import type { PushOutcome } from './outcome.ts'
import { type KnownDevice, removeDevice } from './subscriptions.ts'

/** Step at which a test of a device failed. */
type FailedStep = 'subscription' | 'key' | 'server' | 'push-service'

export type DeviceTest =
  /** `test` is the id of the test message that the device displays */
  | { ok: true; status: number; test: string }
  | { ok: false; step: FailedStep; status?: number; message: string }

const TTL_SECONDS = 60
const WAIT_MS = 12_000

/** Sends a test message to a device at once, bypassing the outbox. */
export async function sendTest(
  deps: DeliverDeps & { publicKey: string },
  device: KnownDevice,
): Promise<DeviceTest> {
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
