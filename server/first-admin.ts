import type { Config } from './config.ts'
import { passwordProblem } from './features/auth/password-policy.ts'
import { createFirstAccount, hasUsers } from './features/auth/users.ts'
import type { Db } from './platform/db/db.ts'
import { OperatorError } from './platform/operator-error.ts'

interface FirstAdmin {
  username: string
  /** undefined if the operator has chosen the password; it must not be logged */
  generatedPassword: string | undefined
}

/**
 * Creates the first administrator of ADMIN_PASSWORD if there are no users.
 * @returns undefined if there are users already, or without ADMIN_PASSWORD
 * @throws OperatorError for a weak password
 */
export async function createFirstAdmin(
  db: Db,
  config: Pick<Config, 'adminUsername' | 'adminPassword' | 'generatedAdminPassword'>,
): Promise<FirstAdmin | undefined> {
  const { adminUsername: username, adminPassword: password, generatedAdminPassword: generated } = config
  if (password === undefined || (await hasUsers(db))) return undefined
  const problem = passwordProblem(password, username)
  if (problem) throw new OperatorError(`ADMIN_PASSWORD: ${problem}`)
  const account = { username, password, role: 'admin', percent: null, vehicleType: '' } as const
  // Another server on the same database may have created the administrator first.
  if (!(await createFirstAccount(db, account))) return undefined
  return { username, generatedPassword: password === generated ? password : undefined }
}
