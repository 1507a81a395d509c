import webPush from 'web-push'
import { readEndpoint } from './endpoint.ts'
import type { Post, PostAnswer } from './post.ts'
import type { Authorize } from './vapid.ts'

export interface Device {
  endpoint: string
  p256dh: string
  auth: string
}

export interface SendDeps {
  post: Post
  authorize: Authorize
  allowedHosts: ReadonlySet<string>
}

export interface PushSendOptions {
  /** seconds for which the push service stores the message for an offline device (RFC 8030 §5.2) */
  ttl: number
  urgency: 'normal' | 'high'
  /** topic: a new message replaces one of the same topic that still waits at the push service (RFC 8030 §5.4) */
  topic: string
  signal: AbortSignal
}

/**
 * Encrypts a payload for a device (RFC 8291) and sends it to the push service (RFC 8030 §5).
 * @throws and network errors
 */
export async function sendToDevice(
  { post, authorize, allowedHosts }: SendDeps,
  device: Device,
  payload: string,
  { ttl, urgency, topic, signal }: PushSendOptions,
): Promise<PostAnswer> {
  const url = readEndpoint(device.endpoint, allowedHosts)
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: url.href, keys: { p256dh: device.p256dh, auth: device.auth } },
    payload,
    { TTL: ttl, urgency, topic, headers: { Authorization: authorize(url.origin) } },
  )
  return post(url, headers, body, signal)
}
