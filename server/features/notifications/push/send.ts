import webPush from 'web-push'
import { buildPushPayload, MAX_PUSH_BYTES } from '../../../../contract/notifications/push-payload.ts'
import type { Db } from '../../../platform/db/db.ts'
import { readEndpoint } from './endpoint.ts'
import { type PushContent, topicOf } from './message.ts'
import { outcomeOf, type PushOutcome } from './outcome.ts'
import type { Post } from './post.ts'
import { type KnownDevice, noteRefusal, noteSuccess, removeDevice } from './subscriptions.ts'
import type { Authorize } from './vapid.ts'

export interface DeliverDeps {
  db: Db
  post: Post
  authorize: Authorize
  allowedHosts: ReadonlySet<string>
  /** public address of this server; undefined to use the origin that the device reported */
  publicUrl: string | undefined
  clock: () => number
}

export interface PushSendOptions {
  /** seconds for which the push service stores the message for an offline device (RFC 8030 §5.2) */
  ttl: number
  urgency: 'normal' | 'high'
  signal: AbortSignal
}

/**
 * Payload sizes in bytes, tried in this order: some push services accept less than the standard requires, and a
 * truncated message is better than none.
 */
const SIZES = [MAX_PUSH_BYTES, 2_000, 1_000] as const

/**
 * Sends one message to one device, and updates the device's record according to the result.
 * @throws Refusal and network errors
 */
export async function deliverToDevice(
  deps: DeliverDeps,
  device: KnownDevice,
  content: PushContent,
  options: PushSendOptions,
): Promise<PushOutcome> {
  const { db, clock } = deps
  const outcome = await send(deps, device, content, options)
  if (outcome.kind === 'sent') await noteSuccess(db, device)
  if (outcome.kind === 'gone') await removeDevice(db, device, `answer ${outcome.status}`)
  if (outcome.kind === 'refused') await noteRefusal(db, device, `answer ${outcome.status}`, clock())
  return outcome
}

/** Encrypts a message (RFC 8291) and sends it to the push service (RFC 8030 §5), shortened if that demands it. */
async function send(
  { post, authorize, allowedHosts, publicUrl, clock }: DeliverDeps,
  device: KnownDevice,
  content: PushContent,
  { ttl, urgency, signal }: PushSendOptions,
): Promise<PushOutcome> {
  const message = { ...content, origin: publicUrl ?? device.origin, unread: device.unread }
  const url = readEndpoint(device.endpoint, allowedHosts)
  const { p256dh, auth } = device
  let outcome: PushOutcome | undefined
  for (const size of SIZES) {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: url.href, keys: { p256dh, auth } },
      buildPushPayload(message, size),
      {
        TTL: ttl,
        urgency,
        // A new message replaces one of the same topic that still waits at the push service (RFC 8030 §5.4).
        topic: topicOf(content.tag),
        headers: { Authorization: authorize(url.origin) },
      },
    )
    outcome = outcomeOf(await post(url, headers, body, signal), clock())
    if (outcome.kind !== 'too long') break
  }
  return outcome as PushOutcome
}
