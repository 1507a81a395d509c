import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PATHS } from '../../../contract/paths.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** By then the app's code is loaded and idle, so that only the list is measured. */
const ANSWER_AFTER_MS = 1_500

/** Serves the built app with just enough of a backend for a session and notifications. */
export interface PageServer {
  origin: string
  /** adds a notification from the next answer on */
  addOne(): void
  close(): Promise<void>
}

export async function startPageServer(dist: string, count: number): Promise<PageServer> {
  let body = listOf(count)
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === PATHS.checkToken) return json(response, '{}')
    if (path === PATHS.notifications) {
      await pause(ANSWER_AFTER_MS)
      return json(response, body)
    }
    const file = join(dist, path)
    if (existsSync(file) && statSync(file).isFile()) return serve(response, file)
    if (extname(path) === '' && !path.startsWith('/api/')) return serve(response, join(dist, 'index.html'))
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addOne() {
      body = listOf(++count)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function json(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

function serve(response: ServerResponse, file: string): void {
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
}

/** As written by our own server, newest first. */
function listOf(count: number): string {
  const notifications = Array.from({ length: count }, (_, i) => ({
    notification_id: count - i,
    vehicle_type: 'Легковая',
    site: `site-${i % 10}.example.ru`,
    body: bodyOf(i),
    date: new Date(Date.UTC(2026, 3, 18) - i * 600_000).toISOString(),
    is_read: i % 3 > 0,
    percent: ((i * 37) % 400) / 10 - 20,
  }))
  return JSON.stringify({ notifications, total: count, unread: Math.ceil(count / 3) })
}

const bodyOf = (n: number): string =>
  [
    `Подорожало: ${n % 211}, подешевело: ${n % 173}.`,
    ...Array.from(
      { length: 5 },
      (_, i) => `215/60R16 99T Bridgestone Ice Guard ${i}: 5 400 ₽ → 4 725 ₽ (-12,5 %)`,
    ),
    `И ещё ${n % 400}: все в таблице.`,
  ].join('\n')
