import type { Socket } from 'node:net'
import { writeRefusal } from './raw-refusal.ts'

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
