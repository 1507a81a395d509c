import type { FastifyError, FastifyInstance } from 'fastify'

/** An error answer that is not the server's fault; its message is for the person. */
export class WireError extends Error {
  override name = 'WireError'
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

const MESSAGES: Readonly<Record<number, string>> = {
  413: 'Слишком большой запрос',
  415: 'Ожидается JSON',
  429: 'Слишком много попыток, повторите через минуту',
}
const BAD_REQUEST = 'Неверный запрос'
const FAULT = 'Внутренняя ошибка сервера'

/** Answers every error as JSON {error}; details of internal errors go to the log, not to the client. */
export function answerErrorsAsJson(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    return reply.status(status).send({ error: messageFor(error, status) })
  })
}

function messageFor(error: FastifyError, status: number): string {
  if (error instanceof WireError) return error.message
  if (status >= 500) return FAULT
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
