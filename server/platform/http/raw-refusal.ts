import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

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
