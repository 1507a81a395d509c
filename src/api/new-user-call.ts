import type { NewUser } from '../../contract/new-user.ts'
import { PATHS } from '../../contract/paths.ts'
import { jsonBody } from './client.ts'
import { messageField, messageOf } from './errors.ts'
import { log } from './log.ts'
import { NotProvedError, sendProved } from './proof.ts'

const ALREADY_CREATED = 'Пользователь уже был создан'
const NO_RIGHTS = 'У вас нет прав доступа на создание нового пользователя'

/**
 * @param saysWhy whether the server's own words are meant for the user: the companion's, for an administrator
 * @returns null after success, otherwise a message for the user (specification 3.14: one for all failures but 409)
 */
export async function createUser(user: NewUser, saysWhy: boolean): Promise<string | null> {
  try {
    const response = await sendProved(PATHS.createUser, { method: 'POST', ...jsonBody(user) })
    if (response.ok) return null
    log(`creating a user: HTTP ${response.status}`)
    if (response.status === 409) return ALREADY_CREATED
    return (saysWhy ? messageField(await response.text()) : null) ?? NO_RIGHTS
  } catch (error) {
    if (error instanceof NotProvedError) return error.message
    log(`creating a user: ${messageOf(error)}`)
    return NO_RIGHTS
  }
}
