import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A stalled upload holds a connection and a slot, nothing else. */
const UPLOAD_STALLED_MS = 60_000

const timers = new WeakMap<object, NodeJS.Timeout>()

/**
 * Ends requests whose body has not arrived within a time. Node's own limit covers headers; its limit for bodies knows no
 * exception, and uploads take as long as they take.
 */
export function limitSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers } = request.raw
    if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return
    timers.set(request.raw, setTimeout(() => end(request, reply), timeoutMs).unref())
  })
}

/** Lets an authorised upload take its time, as long as something arrives. */
export function allowLongBody(
  request: FastifyRequest,
  reply: FastifyReply,
  stalledMs = UPLOAD_STALLED_MS,
): void {
  clearTimeout(timers.get(request.raw))
  const timer = setTimeout(() => end(request, reply), stalledMs).unref()
  request.raw.on('data', () => timer.refresh())
  request.raw.once('close', () => clearTimeout(timer))
}

function end({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || raw.destroyed) return
  const { socket } = raw
  // As Node answers slow headers. Whoever has an answer already gets no second one.
  if (socket.writable && !reply.raw.headersSent) {
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  }
  socket.destroySoon()
}
