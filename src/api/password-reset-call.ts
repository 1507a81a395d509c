import { ACCOUNT_PATHS } from '../../contract/paths.ts'
import { jsonBody, sendOnce } from './client.ts'
import { failureWords } from './companion-calls.ts'
import { httpErrorOf } from './errors.ts'

/**
 * Sets a new password with an administrator's link (specification 11.11). Without a session: the token is the proof.
 * @returns null after success, otherwise words for the user
 */
export async function resetPassword(token: string, password: string): Promise<string | null> {
  try {
    const response = await sendOnce(
      ACCOUNT_PATHS.passwordReset,
      { method: 'POST', ...jsonBody({ token, password }) },
      null,
    )
    return response.ok ? null : failureWords(await httpErrorOf(response))
  } catch (error) {
    return failureWords(error)
  }
}
