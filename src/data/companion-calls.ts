import { isGatewayStatus } from '../../contract/gateway.ts'
import { asText, parseObject } from '../../contract/legacy/fields.ts'
import { jsonBody, send } from './client.ts'
import { HttpError, httpErrorOf, isGatewayError, messageField, messageOf } from './errors.ts'
import { sendProved } from './proof.ts'
import { recognized } from './recognized.ts'

/**
 * A call of chapter 11 that reads.
 * @returns the answer's body
 * @throws HttpError, or what fetch throws
 */
export async function readCompanion(path: string, signal: AbortSignal): Promise<string> {
  const response = await send(path, { signal })
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}

/**
 * A call of chapter 11 that changes something, with a proof of the password where the server wants one.
 * @returns the answer's body
 * @throws NotProvedError, HttpError, or what fetch throws
 */
export async function callCompanion(path: string, body: object = {}): Promise<string> {
  const response = await sendProved(path, { method: 'POST', ...jsonBody(body) })
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}

/**
 * A call that changes something and whose answer says no more than that. Whatever else answers in the server's place, such as a
 * portal that asks for a sign-in, must not count as done.
 * @throws ReadError, or what callCompanion throws
 */
export async function changeOnCompanion(path: string, body: object = {}): Promise<void> {
  const answer = await callCompanion(path, body)
  recognized(() => asText(parseObject(answer), 'message'))
}

/** Nobody behind the address answered. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError || isGatewayError(error)

/** Why a call failed, for the user: the server's own words if it has any. */
export function failureWords(error: unknown): string {
  // fetch throws a TypeError without a network.
  if (error instanceof TypeError) return 'Ошибка соединения с сервером'
  if (!(error instanceof HttpError)) return messageOf(error)
  const { status, body } = error
  if (isGatewayStatus(status)) return `Сервер не отвечает (${status})`
  return messageField(body) ?? `Сервер ответил ошибкой ${status}`
}
