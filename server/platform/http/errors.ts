import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { SheetTooLarge } from '../../../contract/spreadsheet/sheet-limits.ts'
import { DatabaseError } from '../db/db.ts'
import { Refusal } from '../refusal.ts'

const MESSAGES: Readonly<Record<number, string>> = {
  413: 'Слишком большой запрос',
  415: 'Ожидается JSON',
  429: 'Слишком много попыток, повторите через минуту',
  503: 'Сервер занят, повторите через несколько секунд',
}
const BAD_REQUEST = 'Неверный запрос'
const FAULT = 'Внутренняя ошибка сервера'

interface ErrorWords {
  status: number
  message: string
}

/**
 * Returns an error's status and message. Details of internal errors are logged, not sent to the client; the message has
 * the request's id, which is in the log too.
 */
export function wordsOfError(error: FastifyError, request: FastifyRequest): ErrorWords {
  const status = error.statusCode ?? 500
  // Overload (503) is not logged as an error, except if the database is unavailable.
  const fault = status >= 500 && (!(status in MESSAGES) || error instanceof DatabaseError)
  if (fault) request.log.error({ err: error }, 'request failed')
  return { status, message: messageFor(error, status, request.id) }
}

export function answerError(
  error: FastifyError & { retryAfter?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  const { status, message } = wordsOfError(error, request)
  const marks = error instanceof Refusal ? error.marks : {}
  return reply.status(status).send({ error: message, ...marks })
}

function messageFor(error: FastifyError, status: number, id: string): string {
  if (error instanceof Refusal || error instanceof SheetTooLarge) return error.message
  if (status >= 500) return MESSAGES[status] ?? `${FAULT}. Код ошибки: ${id}`
  if (error.validation) {
    const { instancePath, params } = error.validation[0] ?? {}
    const field = instancePath?.slice(1) || String(params?.additionalProperty ?? '')
    return field ? `${BAD_REQUEST}: ${field}` : BAD_REQUEST
  }
  return MESSAGES[status] ?? BAD_REQUEST
}

export async function answerNotFound(): Promise<never> {
  throw new Refusal(404, 'Не найдено')
}
