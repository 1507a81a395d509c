import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Maximum time in ms without data: a stalled upload occupies a connection and an upload slot for nothing. */
const UPLOAD_STALLED_MS = 60_000
const MINUTE_MS = 60_000
/** Time in ms in which a client that is still sending can finish, and then reads the refusal. */
const DRAIN_MS = 30_000

const timers = new WeakMap<object, NodeJS.Timeout>()

/**
 * Ends requests whose body has not arrived within a time. Node's own limit covers headers; its limit for bodies has
 * no exceptions, but uploads take longer.
 */
export function limitSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, socket } = request.raw
    if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return
    // Injected requests have no connection and are complete.
    if (socket instanceof Socket) limit(request, reply, timeoutMs)
  })
}

/** Limits of an upload's duration and speed. */
export interface Pace {
  /** maximum duration */
  seconds: number
  /** minimum speed; 0 for any */
  bytesPerMinute: number
}

/** Allows an authorised upload to take longer, as long as data arrives. */
export function allowLongBody(request: FastifyRequest, reply: FastifyReply, pace: Pace): void {
  const { raw } = request
  if (!(raw.socket instanceof Socket)) return
  const timer = limit(request, reply, UPLOAD_STALLED_MS)
  let received = 0
  raw.on('data', (piece: Buffer) => {
    received += piece.length
    timer.refresh()
  })
  const whole = setTimeout(() => end(request, reply), pace.seconds * 1_000).unref()
  const minutes = setInterval(() => {
    if (received < pace.bytesPerMinute) end(request, reply)
    received = 0
  }, MINUTE_MS).unref()
  raw.once('close', () => {
    clearTimeout(whole)
    clearInterval(minutes)
  })
}

/** Reads and discards the rest of a refused upload; the client would not read the answer before. */
export function drainBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  raw.removeAllListeners('data')
  if (raw.socket instanceof Socket) limit(request, reply, DRAIN_MS)
  raw.resume()
}

function limit(request: FastifyRequest, reply: FastifyReply, timeoutMs: number): NodeJS.Timeout {
  const { raw } = request
  clearTimeout(timers.get(raw))
  const timer = setTimeout(() => end(request, reply), timeoutMs).unref()
  timers.set(raw, timer)
  raw.once('close', () => clearTimeout(timer))
  return timer
}

function end({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw
  if (raw.complete || socket.destroyed) return
  // The same answer as Node's to slow headers. A request that has an answer gets no second one.
  if (socket.writable && !reply.raw.headersSent) {
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  }
  socket.destroySoon()
}
