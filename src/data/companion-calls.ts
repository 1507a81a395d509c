import type { Static, TSchema } from 'typebox'
import { isGatewayStatus } from '../../contract/gateway.ts'
import { ReadError } from '../../contract/legacy/lenient-json.ts'
import { readAnswer } from '../../contract/lib/answer.ts'
import { MessageAnswer } from '../../contract/lib/schemas.ts'
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
 * Checks an answer of the companion by its status, content type and schema.
 * @throws HttpError, or ReadError with text for a person
 */
export async function answerOf<Schema extends TSchema>(
  schema: Schema,
  response: Response,
): Promise<Static<Schema>> {
  if (!response.ok) throw await httpErrorOf(response)
  const body = await response.text()
  // A portal may answer with its sign-in page.
  if (!isJson(response)) throw new ReadError('Ответ сервера не распознан.')
  return recognized(() => readAnswer(schema, body))
}

const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false

/**
 * Makes a reading call of the companion.
 * @throws what answerOf or fetch throws
 */
export const getFromCompanion = async <Schema extends TSchema>(
  schema: Schema,
  path: string,
  signal: AbortSignal,
): Promise<Static<Schema>> => answerOf(schema, await send(path, { signal }))

/**
 * Makes a changing call of the companion, with a proof of the password where the server requires one.
 * @throws NotProvedError, or what answerOf or fetch throws
 */
export const postToCompanion = async <Schema extends TSchema>(
  schema: Schema,
  path: string,
  body: object = {},
): Promise<Static<Schema>> => answerOf(schema, await sendProved(path, { method: 'POST', ...jsonBody(body) }))

/** Makes a changing call whose answer only confirms it. @throws what postToCompanion throws */
export async function changeOnCompanion(path: string, body: object = {}): Promise<void> {
  await postToCompanion(MessageAnswer, path, body)
}

/** Returns whether nobody behind the address answered. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError || isGatewayError(error)

/** Returns the reason of a failed call as text for the user: the server's own text if it has any. */
export function failureText(error: unknown): string {
  // fetch throws a TypeError without a network.
  if (error instanceof TypeError) return 'Ошибка соединения с сервером'
  if (!(error instanceof HttpError)) return messageOf(error)
  const { status, body } = error
  if (isGatewayStatus(status)) return `Сервер не отвечает (${status})`
  return messageField(body) ?? `Сервер ответил ошибкой ${status}`
}
