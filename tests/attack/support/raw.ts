import { connect } from 'node:net'

/** Time limit in ms for hangs; longer than any answer takes on a busy machine. */
const HANGS_MS = 20_000

/**
 * Sends bytes exactly as given, unlike any HTTP client, and reads until the server closes.
 * @param text must contain `Connection: close` unless the server closes for another reason
 */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(HANGS_MS, () => socket.destroy(new Error(`no end after: ${received}`)))
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      received += piece
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.write(text, 'latin1')
  })
}

/** Returns the status code from the first line of a raw answer. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/** Builds a raw request with `Connection: close`. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: prices.test', 'Connection: close', ...headers, '', body].join('\r\n')
}
