import { asksToConfirm } from '../../contract/account/sign-in.ts'
import { ACCOUNT_PATHS } from '../../contract/paths.ts'
import { jsonBody, send } from './client.ts'
import { httpErrorOf } from './errors.ts'

/** Result of asking for the password; 'unavailable' if the user cannot be asked here. */
export type Proof = 'proved' | 'declined' | 'unavailable'

let askForProof: (() => Promise<Proof>) | null = null

/** Registers the function that asks the user for the password. @returns a function that unregisters it */
export function onProofNeeded(ask: () => Promise<Proof>): () => void {
  askForProof = ask
  return () => {
    if (askForProof === ask) askForProof = null
  }
}

/** Error if the user declined to enter the password; the request was not repeated. */
export class NotProvedError extends Error {
  override name = 'NotProvedError'

  constructor() {
    super('Действие отменено: пароль не подтверждён.')
  }
}

/**
 * Sends a request. If the server requires a recent proof of the password (specification 11.4), asks the user for it and
 * repeats the request once.
 * @param beforeAsking called just before the user is asked
 * @throws NotProvedError if the user declines, or an error of fetch
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

/** Sends the password as a proof. @throws HttpError with the server's text, or an error of fetch */
export async function confirmPassword(password: string): Promise<void> {
  const response = await send(ACCOUNT_PATHS.confirmPassword, { method: 'POST', ...jsonBody({ password }) })
  if (!response.ok) throw await httpErrorOf(response)
}
