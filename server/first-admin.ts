import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import { passwordProblem } from './features/auth/password-policy.ts'
import { createAccount, hasUsers } from './features/auth/users.ts'
import { ConfigError } from './platform/config-error.ts'
import type { Db } from './platform/db/db.ts'

interface FirstAdmin {
  username: string
  /** undefined if the operator has chosen the password; it must not be logged */
  generatedPassword: string | undefined
}

/**
 * Creates the first administrator if there are no users.
 * @returns undefined if there are users already
 * @throws ConfigError for a weak password
 */
export async function createFirstAdmin(
  db: Db,
  config: Pick<Config, 'adminUsername' | 'adminPassword' | 'generatedAdminPassword'>,
): Promise<FirstAdmin | undefined> {
  if (await hasUsers(db)) return undefined
  const username = config.adminUsername
  const password = config.adminPassword ?? randomBytes(12).toString('base64url')
  const isChosen = config.adminPassword !== undefined && password !== config.generatedAdminPassword
  const problem = passwordProblem(password, username)
  if (problem) throw new ConfigError(`ADMIN_PASSWORD: ${problem}`)
  const created = await createAccount(db, {
    username,
    password,
    role: 'admin',
    percent: null,
    vehicleType: '',
  })
  // Another server on the same database may have created the administrator first.
  return created ? { username, generatedPassword: isChosen ? undefined : password } : undefined
}
