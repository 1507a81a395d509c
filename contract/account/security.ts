import { type Static, Type } from 'typebox'
import { OrNull } from '../lib/schemas.ts'

/** Signed-in device of the user (specification 11.5). */
const ActiveSession = Type.Object({
  id: Type.String(),
  /** such as 'Chrome, Windows'; '' if the browser does not reveal it */
  device: Type.String(),
  /** network address of the last refresh; '' if unknown */
  address: Type.String(),
  /** ISO instant */
  signed_in_at: Type.String(),
  /** ISO instant of the session's last use, exact to a quarter of an hour */
  seen_at: Type.String(),
  /** whether this is the session of the request */
  current: Type.Boolean(),
})

/** Data of the page 'Безопасность' (specification 11.5 and 11.7). */
export const Security = Type.Object({
  /** ISO instant; null if never changed */
  password_changed_at: OrNull(Type.String()),
  /** the current session first, then by `seen_at`, newest first */
  sessions: Type.Array(ActiveSession),
  second_factor: Type.Object({
    enabled: Type.Boolean(),
    /** whether this server requires this user to have a second factor */
    demanded: Type.Boolean(),
    recovery_codes_left: Type.Integer({ minimum: 0 }),
  }),
})
export type Security = Static<typeof Security>

/** Answer of the call that ends sessions; contains their number. */
export const EndedAnswer = Type.Object({ ended: Type.Integer() })

/** Second factor before a code has confirmed it; it is not required until then. */
export const SecondFactorSetup = Type.Object({
  /** base32 text, for users who type it into their app instead of scanning the QR code */
  secret: Type.String(),
  /** text of the QR code: otpauth://… */
  uri: Type.String(),
})
export type SecondFactorSetup = Static<typeof SecondFactorSetup>

/** Recovery codes; displayed only once. */
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })
