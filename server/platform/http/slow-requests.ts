import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A stalled upload holds a connection and a slot, nothing else. */
const UPLOAD_STALLED_MS = 60_000
const MINUTE_MS = 60_000
/** A client that is still sending reads the refusal afterwards, if it ends by then. */
const DRAIN_MS = 30_000

const timers = new WeakMap<object, NodeJS.Timeout>()

/**
 * Ends requests whose body has not arrived within a time. Node's own limit covers headers; its limit for bodies knows no
 * exception, and uploads take as long as they take.
 */
export function limitSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, socket } = request.raw
    if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return
    // Requests that are injected without a connection have arrived.
    if (socket instanceof Socket) limit(request, reply, timeoutMs)
  })
}

/** How long an upload may take, and how slow it may be. */
export interface Pace {
  /** for the whole */
  seconds: number
  /** 0 for as few as arrive at all */
  bytesPerMinute: number
}

/** Lets an authorised upload take its time, as long as something arrives. */
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

/** Reads on and forgets what a client goes on sending after its upload was refused: it would not read the answer before. */
export function drain(request: FastifyRequest, reply: FastifyReply): void {
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
  // As Node answers slow headers. Whoever has an answer already gets no second one.
  if (socket.writable && !reply.raw.headersSent) {
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  }
  socket.destroySoon()
}
