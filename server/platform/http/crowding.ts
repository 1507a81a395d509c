import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HEALTH_PATHS } from '../../../contract/paths.ts'
import { WireError } from './errors.ts'
import { networkOf } from './network.ts'
import { writeRefusal } from './raw-refusal.ts'

export interface CrowdLimits {
  /** open connections */
  connections: number
  /** connections of one client; also limits its running requests, which is what counts behind a proxy */
  perClient: number
}

const RETRY_AFTER_S = 10
const BUSY = 'Сервер занят, повторите через несколько секунд'

/** Paths without a limit: a supervisor that restarts the server may share its address with many others. */
const UNLIMITED: ReadonlySet<string | undefined> = new Set(Object.values(HEALTH_PATHS))

/**
 * Limits open connections, in total and per client, and the running requests per client.
 * @param isProxy returns whether an address is a trusted proxy's, whose connections belong to all its visitors
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
      throw new WireError(503, BUSY)
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

/** Answers without waiting for a request, which might never arrive. */
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
