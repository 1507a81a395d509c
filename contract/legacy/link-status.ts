import { parseLenientJson, ReadError, UNREADABLE } from './lenient-json.ts'
import { isObject, member } from './values.ts'

/** Result of a status check; the screen also displays 'checking' until there is an answer. */
export type LinkStatus = 'linked' | 'not-linked' | 'unknown'

/** Meaning of each `message` in the e-mail status (specification 7.15); any other message means 'unknown'. */
const MAIL_MESSAGES: ReadonlyMap<unknown, LinkStatus> = new Map<unknown, LinkStatus>([
  [true, 'linked'],
  ['linked', 'linked'],
  ['true', 'linked'],
  ['1', 'linked'],
  [false, 'not-linked'],
  ['unlinked', 'not-linked'],
  ['false', 'not-linked'],
  ['0', 'not-linked'],
])

/** Reads the answer of GET /user/verify/mail; 'unknown' if it cannot be read. */
export function readMailStatus(body: string): LinkStatus {
  return MAIL_MESSAGES.get(messageMember(body)) ?? 'unknown'
}

/** Reads GET /user/verify/telegram: linked only if its message is 'linked'. @throws ReadError if not a JSON object */
export function readTelegramStatus(body: string): LinkStatus {
  const answer = parseLenientJson(body)
  if (!isObject(answer)) throw new ReadError(UNREADABLE)
  return member(answer, 'message') === 'linked' ? 'linked' : 'not-linked'
}

/** Returns the answer's message for the user; null if `message` is not a text, or is one of the status keywords */
export function readMessage(body: string): string | null {
  const message = messageMember(body)
  if (typeof message !== 'string' || MAIL_MESSAGES.has(message)) return null
  return message.trim() || null
}

/** Returns the `url` of POST /user/verify/telegram, or null. Check its scheme before using it as a link. */
export function readUrl(body: string): string | null {
  const url = objectMember(body, 'url')
  return typeof url === 'string' ? url.trim() || null : null
}

const messageMember = (body: string): unknown => objectMember(body, 'message')

function objectMember(body: string, key: string): unknown {
  try {
    const answer = parseLenientJson(body)
    return isObject(answer) ? member(answer, key) : undefined
  } catch {
    return undefined
  }
}
