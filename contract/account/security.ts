import { asBoolean, asCount, asText, asTextOrNull, parseObject } from '../legacy/fields.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { isObject, member } from '../legacy/values.ts'

/** Signed-in device of the person (specification 11.5). */
interface ActiveSession {
  id: string
  /** such as 'Chrome, Windows'; '' if the browser does not reveal it */
  device: string
  /** network address of the last refresh; '' if unknown */
  address: string
  /** ISO instants */
  signedInAt: string
  /** exact to a quarter of an hour */
  seenAt: string
  /** whether this is the session of the request */
  current: boolean
}

/** Data of the page 'Безопасность' (specification 11.5 and 11.7). */
export interface Security {
  /** ISO instant; null if never changed */
  passwordChangedAt: string | null
  /** the current session first, then by `seenAt`, newest first */
  sessions: readonly ActiveSession[]
  secondFactor: {
    enabled: boolean
    /** whether this server requires a second factor of this person */
    demanded: boolean
    recoveryCodesLeft: number
  }
}

/**
 * Parses the answer.
 * @throws ReadError when it is not as in specification 11.5
 */
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

/** Second factor that is being set up; it is not required until a code confirms it. */
export interface SecondFactorSetup {
  /** base32 text for typing in */
  secret: string
  /** text of the QR code: otpauth://… */
  uri: string
}

/**
 * Parses the answer.
 * @throws ReadError when it is not as in specification 11.7
 */
export function readSecondFactorSetup(body: string): SecondFactorSetup {
  const answer = parseObject(body)
  return { secret: asText(answer, 'secret'), uri: asText(answer, 'uri') }
}

/**
 * Parses recovery codes, which are displayed once.
 * @throws ReadError when the answer has none
 */
export function readRecoveryCodes(body: string): readonly string[] {
  const codes = member(parseObject(body), 'recovery_codes')
  if (!Array.isArray(codes) || !codes.every((code) => typeof code === 'string')) {
    throw new ReadError('No recovery codes')
  }
  return codes
}
