import { asBoolean, asCount, asText, asTextOrNull, parseObject } from '../legacy/fields.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { isObject, member } from '../legacy/values.ts'

/** One signed-in device of the person (specification 11.5). */
interface ActiveSession {
  id: string
  /** such as 'Chrome, Windows'; '' if the browser did not say */
  device: string
  /** the network address it last refreshed from; '' if unknown */
  address: string
  /** ISO instants */
  signedInAt: string
  /** exact to a quarter of an hour */
  seenAt: string
  /** whether this is the session that asks */
  current: boolean
}

/** The page 'Безопасность' (specification 11.5 and 11.7). */
export interface Security {
  /** ISO instant; null if never changed */
  passwordChangedAt: string | null
  /** the current session first, then by `seenAt`, newest first */
  sessions: readonly ActiveSession[]
  secondFactor: {
    enabled: boolean
    /** whether this server demands one of this person */
    demanded: boolean
    recoveryCodesLeft: number
  }
}

/** @throws ReadError when the answer is not as in specification 11.5 */
export function readSecurity(body: string): Security {
  const answer = parseObject(body)
  const factor = member(answer, 'second_factor')
  const sessions = member(answer, 'sessions')
  if (!isObject(factor) || !Array.isArray(sessions)) throw new ReadError('No security page')
  return {
    passwordChangedAt: asTextOrNull(answer, 'password_changed_at'),
    sessions: sessions.filter(isObject).map((session) => ({
      id: asText(session, 'id'),
      device: asText(session, 'device'),
      address: asText(session, 'address'),
      signedInAt: asText(session, 'signed_in_at'),
      seenAt: asText(session, 'seen_at'),
      current: asBoolean(session, 'current'),
    })),
    secondFactor: {
      enabled: asBoolean(factor, 'enabled'),
      demanded: asBoolean(factor, 'demanded'),
      recoveryCodesLeft: asCount(factor, 'recovery_codes_left'),
    },
  }
}

/** A second factor about to be set up: nothing is demanded until a code confirms it. */
export interface SecondFactorSetup {
  /** for typing in, base32 */
  secret: string
  /** for the QR code: otpauth://… */
  uri: string
}

/** @throws ReadError when the answer is not as in specification 11.7 */
export function readSecondFactorSetup(body: string): SecondFactorSetup {
  const answer = parseObject(body)
  return { secret: asText(answer, 'secret'), uri: asText(answer, 'uri') }
}

/** Recovery codes, shown once. @throws ReadError when the answer holds none */
export function readRecoveryCodes(body: string): readonly string[] {
  const codes = member(parseObject(body), 'recovery_codes')
  if (!Array.isArray(codes) || !codes.every((code) => typeof code === 'string')) {
    throw new ReadError('No recovery codes')
  }
  return codes
}
