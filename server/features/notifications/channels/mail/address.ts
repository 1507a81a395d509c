import { part } from '../../../../platform/db/statement.ts'

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const DOMAIN =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u
const LENGTH = 254

/**
 * Returns whether a text is a single plain e-mail address. Excludes everything that could end a header line, add a
 * recipient or be a comment, and also quoted local parts, which hardly anybody has.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  return (
    text.length <= LENGTH && LOCAL.test(text.slice(0, Math.max(at, 0))) && DOMAIN.test(text.slice(at + 1))
  )
}

/** Subquery of the addresses that people have linked: user_id, address. */
export const MAIL_ADDRESSES = part`(SELECT user_id, address FROM links WHERE channel = 'mail')`
