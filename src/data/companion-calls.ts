import type { Static, TSchema } from 'typebox'
import { isGatewayStatus } from '../../contract/gateway.ts'
import { ReadError } from '../../contract/legacy/lenient-json.ts'
import { readAnswer } from '../../contract/lib/answer.ts'
import { send } from './client.ts'
import { HttpError, httpErrorOf, isGatewayError, messageField, messageOf } from './errors.ts'
import { recognized } from './recognized.ts'

/** Sends a GET request to the companion. @returns the body @throws HttpError, or an error of fetch */
export async function readCompanion(path: string, signal: AbortSignal): Promise<string> {
  const response = await send(path, { signal })
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}

/** Validates a companion's response by status, type and schema. @throws HttpError, or ReadError with a message */
export async function answerOf<Schema extends TSchema>(
  schema: Schema,
  response: Response,
): Promise<Static<Schema>> {
  if (!response.ok) throw await httpErrorOf(response)
  const body = await response.text()
  // A captive portal may answer with its sign-in page.
  if (!isJson(response)) throw new ReadError('Ответ сервера не распознан.')
  return recognized(() => readAnswer(schema, body))
}

const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false

/** Returns whether a request failed because the server could not be reached. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError || isGatewayError(error)

/** Returns a message for the user about a failed request; the server's own text if it sent one. */
export function failureText(error: unknown): string {
  // fetch throws a TypeError if there is no connection.
  if (error instanceof TypeError) return 'Ошибка соединения с сервером'
  if (!(error instanceof HttpError)) return messageOf(error)
  const { status, body } = error
  if (isGatewayStatus(status)) return `Сервер не отвечает (${status})`
  return messageField(body) ?? `Сервер ответил ошибкой ${status}`
}
