import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SETUP_CODE_LENGTH } from '../../../contract/installation/first-admin.ts'
import type { Sql } from '../../platform/db/db.ts'
import { addFact, readFact } from '../../platform/db/installation-facts.ts'
import { hasUsers } from '../auth/users.ts'

/** Crockford's alphabet: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUP = /.{4}(?=.)/g

/** @returns the code of an installation without users; undefined if there are any */
export async function openSetupCode(sql: Sql, authSecret: string): Promise<string | undefined> {
  return (await hasUsers(sql)) ? undefined : setupCodeOf(sql, authSecret)
}

/**
 * Returns the code that proves access to the server's log (specification 28.2). It is derived from AUTH_SECRET and a
 * random fact of this database, so that all servers and restarts have the same code, the database alone does not reveal
 * it, and another database has another one.
 */
export async function setupCodeOf(sql: Sql, authSecret: string): Promise<string> {
  await addFact(sql, 'set-up', randomBytes(16).toString('base64url'))
  const fact = await readFact(sql, 'set-up')
  const bytes = createHmac('sha256', authSecret).update(`set-up code\n${fact?.value}`).digest()
  const code = [...bytes.subarray(0, SETUP_CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return code.join('').replace(GROUP, '$&-')
}

/** Returns whether a typed code is the right one, in constant time; case, dashes and look-alike letters do not count. */
export const isSetupCode = (typed: string, code: string): boolean =>
  timingSafeEqual(hashOf(typed), hashOf(code))

const hashOf = (code: string): Buffer => createHash('sha256').update(normalised(code)).digest()

const normalised = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
