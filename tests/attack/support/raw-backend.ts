import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Request as read by the backend. */
interface Seen {
  line: string
  headers: Map<string, string>
  body: string
}

/**
 * - early: answers as soon as it has the header, and reads the body afterwards
 * - keep-alive: answers after the body
 * - closes: answers after the body and ends the connection
 */
export type Habit = 'early' | 'keep-alive' | 'closes'

export interface RawBackend {
  origin: string
  seen: Seen[]
  /** status and further headers of its answers */
  status: string
  answers: string[]
  close(): Promise<void>
}

/** Starts a backend that trusts Content-Length, as many do, and is therefore misled by a length without a body. */
export async function rawBackend(habit: Habit): Promise<RawBackend> {
  const seen: Seen[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    const answer = (line: string) => {
      const parts = [
        `HTTP/1.1 ${backend.status}`,
        'Content-Length: 2',
        ...backend.answers,
        '',
        line.startsWith('HEAD') ? '' : 'ok',
      ]
      socket.write(parts.join('\r\n'))
      if (habit === 'closes') socket.end()
    }
    readRequests(socket, {
      onHeader(line) {
        if (habit === 'early') answer(line)
      },
      onRequest(request) {
        seen.push(request)
        if (habit !== 'early') answer(request.line)
      },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const backend: RawBackend = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    status: '200 OK',
    answers: [],
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return backend
}

interface Listener {
  onHeader(line: string): void
  onRequest(request: Seen): void
}

function readRequests(socket: Socket, { onHeader, onRequest }: Listener): void {
  let unread = ''
  let current: Seen | undefined
  socket.setEncoding('latin1')
  socket.on('data', (piece: string) => {
    unread += piece
    for (;;) {
      if (!current) {
        const end = unread.indexOf('\r\n\r\n')
        if (end < 0) return
        current = parseHeader(unread.slice(0, end))
        unread = unread.slice(end + 4)
        onHeader(current.line)
      }
      const length = Number(current.headers.get('content-length') ?? 0)
      if (unread.length < length) return
      onRequest({ ...current, body: unread.slice(0, length) })
      unread = unread.slice(length)
      current = undefined
    }
  })
}

function parseHeader(text: string): Seen {
  const [line = '', ...rest] = text.split('\r\n')
  const headers = new Map<string, string>()
  for (const header of rest) {
    const colon = header.indexOf(':')
    const name = header.slice(0, colon).toLowerCase()
    const former = headers.get(name)
    const value = header.slice(colon + 1).trim()
    headers.set(name, former === undefined ? value : `${former}, ${value}`)
  }
  return { line, headers, body: '' }
}
