import { randomUUID } from 'node:crypto'
import type { Role } from '../../contract/account/new-user.ts'
import { normaliseUsername } from '../../server/features/auth/users.ts'
import type { Db } from '../../server/platform/db/db.ts'

export const PASSWORD = 'correct horse'

/** argon2id hash of PASSWORD at the lowest cost: at the server's cost, sign-ins would take most of the tests' time. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$b2YgdGhlIHRlc3RzIGFsb25l$heTGMNiB9vgVFARDP1Ay5sY4mgLRAS14TLxS3Odykqw'

export interface NewUser {
  role?: Role
  percent?: number
}

/** Inserts a user with PASSWORD, unless the name is taken. */
export async function addUser(
  db: Db,
  username: string,
  { role = 'user', percent }: NewUser = {},
): Promise<void> {
  await db.run(
    `INSERT INTO users (id, username, password_hash, role, analyst, percent, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (username) DO NOTHING`,
    randomUUID(),
    normaliseUsername(username),
    PASSWORD_HASH,
    role === 'analyst' ? 'user' : role,
    role === 'analyst' ? 1 : 0,
    percent ?? null,
    Date.now(),
  )
}
