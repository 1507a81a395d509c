import { SetupAnswer } from '../../../../contract/installation/first-admin.ts'
import { SETUP_PATH } from '../../../../contract/installation/installation-paths.ts'
import { MessageAnswer } from '../../../../contract/lib/schemas.ts'
import { jsonBody, sendOnce } from '../../../data/client.ts'
import { answerOf } from '../../../data/companion-calls.ts'
import { HttpError } from '../../../data/errors.ts'

/**
 * Returns whether the installation has no users yet (specification 28.2).
 * @throws errors of answerOf or fetch
 */
export async function isSetupOpen(signal: AbortSignal): Promise<boolean> {
  try {
    return (await answerOf(SetupAnswer, await sendOnce(SETUP_PATH, { signal }, null))).open
  } catch (error) {
    if (isOver(error)) return false
    throw error
  }
}

/** Returns whether a failure means that there are users already, or that the backend has no set-up. */
export const isOver = (error: unknown): boolean =>
  error instanceof HttpError && [404, 405, 409, 501].includes(error.status)

export interface FirstAdministrator {
  code: string
  username: string
  password: string
}

/**
 * Creates the first administrator.
 * @throws errors of answerOf or fetch
 */
export async function createFirstAdministrator(first: FirstAdministrator): Promise<void> {
  const sent = await sendOnce(SETUP_PATH, { method: 'POST', ...jsonBody(first) }, null)
  await answerOf(MessageAnswer, sent)
}
