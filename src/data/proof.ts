import { asksToConfirm } from '../../contract/account/sign-in.ts'
import { ACCOUNT_PATHS } from '../../contract/paths.ts'
import { jsonBody, send } from './client.ts'
import { httpErrorOf } from './errors.ts'

/** Result of requesting the password; 'unavailable' if that is impossible here. */
export type Proof = 'proved' | 'declined' | 'unavailable'

let askForProof: (() => Promise<Proof>) | null = null

/**
 * Sets the function that asks the user.
 * @returns a function that unsets it
 */
export function onProofNeeded(ask: () => Promise<Proof>): () => void {
  askForProof = ask
  return () => {
    if (askForProof === ask) askForProof = null
  }
}

/** Error when the user declined to enter the password, so the call was not made. */
export class NotProvedError extends Error {
  override name = 'NotProvedError'

  constructor() {
    super('Действие отменено: пароль не подтверждён.')
  }
}

/**
 * Sends a call; if the server requires a recent proof of the password (specification 11.4), requests it and repeats
 * the call once.
 * @param beforeAsking called just before the user is asked
 * @throws NotProvedError if the user declines, or what fetch throws
 */
export async function sendProved(
  path: string,
  init: RequestInit,
  beforeAsking?: () => void,
): Promise<Response> {
  const response = await send(path, init)
  if (response.status !== 403 || askForProof === null) return response
  if (!asksToConfirm(await response.clone().text())) return response
  beforeAsking?.()
  const proof = await askForProof()
  if (proof === 'unavailable') return response
  if (proof === 'declined') throw new NotProvedError()
  return send(path, init)
}

/**
 * Proves the password.
 * @throws HttpError with the server's text, or what fetch throws
 */
export async function confirmPassword(password: string): Promise<void> {
  const response = await send(ACCOUNT_PATHS.confirmPassword, { method: 'POST', ...jsonBody({ password }) })
  if (!response.ok) throw await httpErrorOf(response)
}
