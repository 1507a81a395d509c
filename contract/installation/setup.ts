import { type Static, Type } from 'typebox'
import { closed, OrNull } from '../lib/schemas.ts'

/** How far the set-up is, derived from what exists (specification 28.3). */
export const SetupSteps = Type.Object({
  own: Type.Object({
    /** host names that are set; [] if own sites are recognised by their names */
    hosts: Type.Array(Type.String()),
    /** whether OWN_SITE sets them, so that they cannot be changed here */
    fixed: Type.Boolean(),
    /** sites with prices that count as own */
    recognised: Type.Array(Type.String()),
  }),
  /** sites that have ever had prices */
  sites: Type.Array(Type.String()),
  /** last day with prices; null without prices */
  last_day: OrNull(Type.String()),
  /** whether this person gets notifications by push or mail */
  reached: Type.Boolean(),
  /** whether the server can send push messages, and mail */
  push: Type.Boolean(),
  mail: Type.Boolean(),
})
export type SetupSteps = Static<typeof SetupSteps>

/** Maximum number of own sites. */
const MAX_OWN_SITES = 50

export const OwnSitesBody = Type.Object(
  { hosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: MAX_OWN_SITES }) },
  closed,
)
