import { Type } from 'typebox'
import { closed } from '../lib/schemas.ts'

/** Number of characters of a set-up code, without the dashes between its groups. */
export const SETUP_CODE_LENGTH = 12

/** Answer while the installation has no users; afterwards the call is 404 (specification 28.2). */
export const SetupAnswer = Type.Object({ open: Type.Literal(true) })

/** Body of the request that creates the first administrator. */
export const SetupBody = Type.Object(
  {
    code: Type.String({ maxLength: 64, description: 'код из журнала сервера' }),
    username: Type.String({ maxLength: 320 }),
    password: Type.String({ maxLength: 1024 }),
  },
  closed,
)
