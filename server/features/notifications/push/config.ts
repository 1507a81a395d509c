import { type AllowedHosts, readAllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import type { LinkConfig } from '../channels/link-config.ts'
import { publicKeyOf } from './key-pair.ts'

export interface PushConfig {
  publicKey: string
  privateKey: string
  /** contact for push services (RFC 8292 §2.1) */
  subject: string
  /** push services in the internal network that may be used */
  allowedHosts: AllowedHosts
}

type Contacts = Pick<LinkConfig, 'publicUrl' | 'contact'>
type Environment = Readonly<Record<string, string | undefined>>

const RENEW = 'Новую пару создаёт npm run push-keys -- new'

/**
 * Reads the settings.
 * @returns undefined if push is not configured, that is, without a private key
 * @throws OperatorError if the keys do not match, or a setting is invalid
 */
export function readPushConfig(env: Environment, links: Contacts): PushConfig | undefined {
  const privateKey = env.VAPID_PRIVATE_KEY
  if (!privateKey) return undefined
  const publicKey = readPublicKey(env)
  const expected = publicKeyOf(privateKey)
  if (expected === undefined) throw new OperatorError(`VAPID_PRIVATE_KEY: это не ключ VAPID. ${RENEW}`)
  if (publicKey !== expected) {
    throw new OperatorError(
      `VAPID_PRIVATE_KEY не подходит к открытому ключу (VITE_VAPID_PUBLIC_KEY или REACT_APP_VAPID_PUBLIC_KEY). ${RENEW}`,
    )
  }
  return {
    publicKey,
    privateKey,
    subject: env.VAPID_SUBJECT ? readSubject(env.VAPID_SUBJECT) : subjectOf(links),
    allowedHosts: readAllowedHosts('PUSH_ALLOWED_HOSTS', env.PUSH_ALLOWED_HOSTS ?? ''),
  }
}

/**
 * Reads the public key. REACT_APP_VAPID_PUBLIC_KEY takes precedence (specification 9.2), because it is only ever set
 * deliberately.
 */
export function readPublicKey(env: Environment): string | undefined {
  return env.REACT_APP_VAPID_PUBLIC_KEY || env.VITE_VAPID_PUBLIC_KEY || undefined
}

function readSubject(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isMail = url?.protocol === 'mailto:' && /^[^@\s]+@[^@\s]+$/.test(url.pathname)
  if (!isMail && url?.protocol !== 'https:') {
    throw new OperatorError(
      `VAPID_SUBJECT: нужен адрес вида mailto:admin@example.ru или https://example.ru, указано «${text}»`,
    )
  }
  return text
}

/**
 * Fallback contact. All push services except Apple's accept it. Apple requires a real address, but push on Apple
 * devices needs HTTPS and therefore a PUBLIC_URL, which then is the contact.
 */
const NOBODY = 'mailto:admin@example.com'

function subjectOf({ publicUrl, contact = NOBODY }: Contacts): string {
  return publicUrl?.startsWith('https:') && new URL(publicUrl).hostname !== 'localhost' ? publicUrl : contact
}
