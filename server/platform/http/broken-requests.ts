import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Responses by error code of Node.js's HTTP parser. */
const ANSWERS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Слишком длинный адрес или заголовки'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Запрос передавался слишком долго'],
}
const BROKEN = [400, 'Неверный запрос'] as const

/**
 * Answers an unreadable request in the format of all refusals and in Russian; Fastify's own responses are in English.
 */
export function answerBrokenRequest({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = ANSWERS[code ?? ''] ?? BROKEN
  if (socket.writable) writeRefusal(socket, status, message)
  socket.destroySoon()
}

/**
 * Writes a refusal in the common format to a connection without a readable request.
 * @param headers further header lines
 */
export function writeRefusal(
  socket: Socket,
  status: number,
  message: string,
  headers: readonly string[] = [],
): void {
  const body = JSON.stringify({ error: message })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ]
  socket.write(lines.join('\r\n'))
}
