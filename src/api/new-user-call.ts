import type { NewUser } from '../../contract/new-user.ts'
import { PATHS } from '../../contract/paths.ts'
import { jsonBody, send } from './client.ts'
import { messageOf } from './errors.ts'
import { log } from './log.ts'

const ALREADY_CREATED = 'Пользователь уже был создан'
const NO_RIGHTS = 'У вас нет прав доступа на создание нового пользователя'

/** @returns null after success, otherwise a message for the user (specification 3.14: one for all failures but 409) */
export async function createUser(user: NewUser): Promise<string | null> {
  try {
    const response = await send(PATHS.createUser, { method: 'POST', ...jsonBody(user) })
    if (response.ok) return null
    log(`creating a user: HTTP ${response.status}`)
    return response.status === 409 ? ALREADY_CREATED : NO_RIGHTS
  } catch (error) {
    log(`creating a user: ${messageOf(error)}`)
    return NO_RIGHTS
  }
}
