import { buildPushPayload, MAX_PUSH_BYTES } from '../../../../contract/notifications/push-payload.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type PushContent, topicOf } from './message.ts'
import { outcomeOf, type PushOutcome } from './outcome.ts'
import { type PushSendOptions, type SendDeps, sendToDevice } from './send.ts'
import { type KnownDevice, noteRefusal, noteSuccess, removeDevice } from './subscriptions.ts'

export interface DeliverDeps extends SendDeps {
  db: Db
  /** public address of this server; undefined to use the origin that the device reported */
  publicUrl: string | undefined
  clock: () => number
}

/**
 * Payload sizes in bytes, tried in this order: some push services accept less than the standard requires, and a
 * truncated message is better than none.
 */
const SIZES = [MAX_PUSH_BYTES, 2_000, 1_000] as const

/**
 * Sends one message to one device, and updates the device's record according to the result.
 * @throws and network errors
 */
export async function deliverToDevice(
  deps: DeliverDeps,
  device: KnownDevice,
  content: PushContent,
  options: Omit<PushSendOptions, 'topic'>,
): Promise<PushOutcome> {
  const { db, clock } = deps
  const outcome = await sendShortened(deps, device, content, options)
  if (outcome.kind === 'sent') await noteSuccess(db, device)
  if (outcome.kind === 'gone') await removeDevice(db, device, `answer ${outcome.status}`)
  if (outcome.kind === 'refused') await noteRefusal(db, device, `answer ${outcome.status}`, clock())
  return outcome
}

async function sendShortened(
  deps: DeliverDeps,
  device: KnownDevice,
  content: PushContent,
  options: Omit<PushSendOptions, 'topic'>,
): Promise<PushOutcome> {
  const origin = deps.publicUrl ?? device.origin
  const message = { ...content, origin, unread: device.unread }
  const topic = topicOf(content.tag)
  let outcome: PushOutcome | undefined
  for (const size of SIZES) {
    const payload = buildPushPayload(message, size)
    const answer = await sendToDevice(deps, device, payload, { ...options, topic })
    outcome = outcomeOf(answer, deps.clock())
    if (outcome.kind !== 'too long') break
  }
  return outcome as PushOutcome
}
