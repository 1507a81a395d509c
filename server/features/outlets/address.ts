import { randomBytes } from 'node:crypto'
import { FEEDS_PATH } from '../../../contract/outlets/outlet.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'
import type { User } from '../auth/user.ts'
import { lockOwnOutlet } from './store.ts'

/** Number of random bytes of a token: 256 bits. */
const TOKEN_BYTES = 32

/**
 * Creates a new address of an outlet's feed, which invalidates a former one.
 * @returns the path with the token, which is not stored
 * @throws Refusal
 */
export async function createAddress(db: Db, user: User, id: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    await sql.run('UPDATE outlets SET token_hash = ? WHERE id = ?', tokenHash(token), id)
    await audit(sql, 'outlet address', user.id, `${settings.name}: создан`)
  })
  return `${FEEDS_PATH}/${token}`
}

/** Revokes the address of an outlet's feed. @throws Refusal */
export async function revokeAddress(db: Db, user: User, id: number): Promise<void> {
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    await sql.run('UPDATE outlets SET token_hash = NULL WHERE id = ?', id)
    await audit(sql, 'outlet address', user.id, `${settings.name}: отозван`)
  })
}

/** Returns the id of the outlet with this token; undefined if the token is unknown or revoked. */
export async function outletOfToken(sql: Sql, token: string): Promise<number | undefined> {
  const row = await sql.get<{ id: number }>('SELECT id FROM outlets WHERE token_hash = ?', tokenHash(token))
  return row?.id
}
