import { isGatewayStatus } from '../../contract/gateway.ts'
import { asText, parseObject } from '../../contract/legacy/fields.ts'
import { jsonBody, send } from './client.ts'
import { HttpError, httpErrorOf, isGatewayError, messageField, messageOf } from './errors.ts'
import { sendProved } from './proof.ts'
import { recognized } from './recognized.ts'

/**
 * Makes a reading call of the companion.
 * @returns the answer's body
 * @throws HttpError, or what fetch throws
 */
export async function readCompanion(path: string, signal: AbortSignal): Promise<string> {
  const response = await send(path, { signal })
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}

/**
 * Makes a changing call of the companion, with a proof of the password where the server requires one.
 * @returns the answer's body
 * @throws NotProvedError, HttpError, or what fetch throws
 */
export async function callCompanion(path: string, body: object = {}): Promise<string> {
  const response = await sendProved(path, { method: 'POST', ...jsonBody(body) })
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}

/**
 * Makes a changing call whose answer only confirms it. Any other answer, such as that of a portal with a sign-in
 * page, must not count as success.
 * @throws ReadError, or what callCompanion throws
 */
export async function changeOnCompanion(path: string, body: object = {}): Promise<void> {
  const answer = await callCompanion(path, body)
  recognized(() => asText(parseObject(answer), 'message'))
}

/** Returns whether nobody behind the address answered. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError || isGatewayError(error)

/** Returns the reason of a failed call as text for the user: the server's own text if it has any. */
export function failureWords(error: unknown): string {
  // fetch throws a TypeError without a network.
  if (error instanceof TypeError) return 'Ошибка соединения с сервером'
  if (!(error instanceof HttpError)) return messageOf(error)
  const { status, body } = error
  if (isGatewayStatus(status)) return `Сервер не отвечает (${status})`
  return messageField(body) ?? `Сервер ответил ошибкой ${status}`
}
