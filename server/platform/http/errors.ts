import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalMarks } from '../../../contract/account/sign-in.ts'
import { DatabaseError } from '../db/db.ts'

/** Error answer that is not the server's fault; its message is for the person. */
export class WireError extends Error {
  override name = 'WireError'
  readonly statusCode: number
  /** machine-readable marks beside the message */
  readonly marks: RefusalMarks

  constructor(statusCode: number, message: string, marks: RefusalMarks = {}) {
    super(message)
    this.statusCode = statusCode
    this.marks = marks
  }
}

/** Temporary refusal: the message and the header Retry-After say when to try again. */
export class TryLater extends WireError {
  override name = 'TryLater'
  /** seconds */
  readonly retryAfter: number

  constructor(message: string, waitMs: number, marks: RefusalMarks = {}) {
    const seconds = Math.ceil(waitMs / 1_000)
    super(
      429,
      `${message}, повторите через ${seconds < 90 ? `${seconds} с` : `${Math.ceil(seconds / 60)} мин`}`,
      marks,
    )
    this.retryAfter = seconds
  }
}

const MESSAGES: Readonly<Record<number, string>> = {
  413: 'Слишком большой запрос',
  415: 'Ожидается JSON',
  429: 'Слишком много попыток, повторите через минуту',
  503: 'Сервер занят, повторите через несколько секунд',
}
const BAD_REQUEST = 'Неверный запрос'
const FAULT = 'Внутренняя ошибка сервера'

/** Answers an error as JSON {error}; details of internal errors go to the log, not to the client. */
export function answerError(
  error: FastifyError & { retryAfter?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error.statusCode ?? 500
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  // Overload is not logged as an error; an unavailable database is.
  const fault = status >= 500 && (!(status in MESSAGES) || error instanceof DatabaseError)
  if (fault) request.log.error({ err: error }, 'request failed')
  const marks = error instanceof WireError ? error.marks : {}
  return reply.status(status).send({ error: messageFor(error, status), ...marks })
}

function messageFor(error: FastifyError, status: number): string {
  if (error instanceof WireError) return error.message
  if (status >= 500) return MESSAGES[status] ?? FAULT
  if (error.validation) {
    const { instancePath, params } = error.validation[0] ?? {}
    const field = instancePath?.slice(1) || String(params?.additionalProperty ?? '')
    return field ? `${BAD_REQUEST}: ${field}` : BAD_REQUEST
  }
  return MESSAGES[status] ?? BAD_REQUEST
}

export async function answerNotFound(): Promise<never> {
  throw new WireError(404, 'Не найдено')
}
