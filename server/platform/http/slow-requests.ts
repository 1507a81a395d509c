import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Maximum time in ms without data: a stalled upload occupies a connection and an upload slot for nothing. */
const UPLOAD_STALLED_MS = 60_000
const MINUTE_MS = 60_000
/** Time in ms in which a refused client can finish sending its body; many clients read the response only after that. */
const DRAIN_MS = 30_000

const timers = new WeakMap<object, NodeJS.Timeout>()

/**
 * Ends requests whose body does not arrive within a time. Node.js limits the time of headers itself; its limit for
 * bodies has no exceptions, but uploads take longer.
 */
export function limitSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, socket } = request.raw
    if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return
    // Requests injected by tests have no connection and are complete.
    if (socket instanceof Socket) limit(request, reply, timeoutMs)
  })
}

/** Limits of an upload's duration and speed. */
export interface Pace {
  /** maximum duration in seconds */
  seconds: number
  /** minimum speed in bytes per minute; 0 for no minimum */
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

/** Reads and discards the rest of a refused upload: many clients read the response only after sending everything. */
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
  // Same response as Node.js's for slow headers; omitted if a response was already begun.
  if (socket.writable && !reply.raw.headersSent) {
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  }
  socket.destroySoon()
}
