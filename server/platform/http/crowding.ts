import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HEALTH_PATHS } from '../../../contract/paths.ts'
import { Refusal } from '../refusal.ts'
import { writeRefusal } from './broken-requests.ts'
import { networkOf } from './request-source.ts'

export interface CrowdLimits {
  connections: number
  /**
   * maximum number of connections of one client, and of its concurrent requests; behind a proxy only the latter matters
   */
  perClient: number
}

const RETRY_AFTER_S = 10
const BUSY = 'Сервер занят, повторите через несколько секунд'

/** Paths without a limit: a supervisor that checks the server may share its address with many clients. */
const UNLIMITED: ReadonlySet<string | undefined> = new Set(Object.values(HEALTH_PATHS))

/**
 * Limits the open connections, in total and per client, and the concurrent requests per client.
 * @param isProxy returns whether an address belongs to a trusted proxy, whose connections serve many clients
 */
export function limitCrowds(
  app: FastifyInstance,
  { connections, perClient }: CrowdLimits,
  isProxy: (address: string) => boolean,
): void {
  limitConnections(app.server, connections, perClient, isProxy)
  const underWay = new Counter()
  app.addHook('onRequest', async (request, reply) => {
    if (UNLIMITED.has(request.routeOptions.url)) return
    const client = networkOf(request.ip)
    if (underWay.of(client) >= perClient) {
      reply.header('retry-after', RETRY_AFTER_S)
      throw new Refusal(503, BUSY)
    }
    underWay.add(client, 1)
    reply.raw.once('close', () => underWay.add(client, -1))
  })
}

function limitConnections(
  server: Server,
  most: number,
  perClient: number,
  isProxy: (address: string) => boolean,
): void {
  const open = new Counter()
  let all = 0
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const client = isProxy(address) ? undefined : networkOf(address)
    if (all >= most || (client !== undefined && open.of(client) >= perClient)) return refuse(socket)
    all += 1
    if (client !== undefined) open.add(client, 1)
    socket.once('close', () => {
      all -= 1
      if (client !== undefined) open.add(client, -1)
    })
  })
}

/** Answers a new connection at once, without waiting for its request, which may never arrive. */
function refuse(socket: Socket): void {
  socket.on('error', () => undefined)
  writeRefusal(socket, 503, BUSY, [`Retry-After: ${RETRY_AFTER_S}`])
  socket.destroySoon()
}

class Counter {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, change: number): void {
    const count = this.of(key) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}
