import type { NewUser, NewUserProblem } from '../../../../contract/account/new-user.ts'
import { ACCOUNT_PATHS } from '../../../../contract/paths.ts'
import { jsonBody } from '../../../data/client.ts'
import { messageField, messageOf } from '../../../data/errors.ts'
import { log } from '../../../data/log.ts'
import { NotProvedError, sendProved } from '../../../data/proof.ts'

const ALREADY_CREATED = 'Пользователь уже был создан'
const NO_RIGHTS = 'У вас нет прав доступа на создание нового пользователя'

/** Reason why a user was not created. */
export interface NewUserRefusal {
  /** reason as text for the administrator */
  text: string
  /** field to which the reason belongs; null for the whole form */
  field: NewUserProblem['field'] | null
}

/**
 * Beginnings of the server's messages with the field to which they belong (specification 11.2 and 11.3). The answer
 * itself does not name the field.
 */
const ABOUT: readonly [beginning: RegExp, NewUserProblem['field']][] = [
  [/^(?:Пароль|В пароле|Этот пароль) /, 'password'],
  [/^(?:Email|В имени) /, 'username'],
  [/^Процент /, 'percent'],
]

const refusal = (text: string): NewUserRefusal => ({
  text,
  field: ABOUT.find(([beginning]) => beginning.test(text))?.[1] ?? null,
})

/**
 * Creates a user.
 * @param saysWhy whether the server's own messages are displayed: only a companion's are meant for users
 * @returns null on success, the reason of the failure otherwise (specification 3.14: one text for all failures except
 * 409)
 */
export async function createUser(user: NewUser, saysWhy: boolean): Promise<NewUserRefusal | null> {
  try {
    const response = await sendProved(ACCOUNT_PATHS.createUser, { method: 'POST', ...jsonBody(user) })
    if (response.ok) return null
    log(`creating a user: HTTP ${response.status}`)
    if (response.status === 409) return { text: ALREADY_CREATED, field: 'username' }
    return refusal((saysWhy ? messageField(await response.text()) : null) ?? NO_RIGHTS)
  } catch (error) {
    if (error instanceof NotProvedError) return refusal(error.message)
    log(`creating a user: ${messageOf(error)}`)
    return refusal(NO_RIGHTS)
  }
}
