import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { type Certificate, localCertificate } from './push-certificate.ts'
import { SWITCHING_PROTOCOLS } from './switching-protocols.ts'

/** A message as received by the push service (RFC 8030 §5), still encrypted. */
export interface ReceivedPush {
  /** path of the endpoint */
  path: string
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  body: Buffer
  /** performance.now() at its arrival */
  at: number
  vapid: Vapid
}

interface Vapid {
  token: string
  aud: string
  sub: string
  /** seconds since 1970 */
  exp: number
  publicKey: string
}

/**
 * Answer of the service: 'hang' never answers, 'drop' closes the connection, 'upgrade' switches protocols although the
 * request does not ask for this.
 */
type PushAnswer =
  | number
  | { status: number; headers?: Record<string, string>; after?: Promise<unknown> }
  | 'hang'
  | 'drop'
  | 'upgrade'

/**
 * The HTTP part of a push service: validates requests as strictly as the RFCs allow, and answers as the test specifies.
 * @param answerFor returns the answer to each valid message
 */
function pushServiceHandler(
  answerFor: (push: ReceivedPush) => PushAnswer | Promise<PushAnswer>,
  origin: () => string,
) {
  const verify = vapidVerifier()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const push = await receive(request, origin(), verify)
      await give(response, await answerFor(push))
    } catch (error) {
      const { status = 400, message } = error as { status?: number; message: string }
      response.writeHead(status, { 'content-type': 'text/plain' }).end(message)
    }
  }
}

/** An invalid request, and the status with which a push service refuses it. */
class BadPush extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const MAX_BODY = 4_096

async function receive(
  request: IncomingMessage,
  origin: string,
  verify: ReturnType<typeof vapidVerifier>,
): Promise<ReceivedPush> {
  const { method, url = '', headers } = request
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const at = performance.now()
  if (method !== 'POST') throw new BadPush(405, 'POST expected')
  if (!/^\d+$/.test(headers.ttl as string)) throw new BadPush(400, 'no TTL (RFC 8030 §5.2)')
  if (headers['content-encoding'] !== 'aes128gcm') throw new BadPush(400, 'not aes128gcm (RFC 8291 §4)')
  if (body.length > MAX_BODY) throw new BadPush(413, 'too long (RFC 8030 §7.2)')
  const topic = headers.topic as string | undefined
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new BadPush(400, 'bad topic (RFC 8030 §5.4)')
  const urgency = headers.urgency as string | undefined
  if (urgency !== undefined && !/^(?:very-low|low|normal|high)$/.test(urgency))
    throw new BadPush(400, 'bad urgency')
  const vapid = await verify(headers.authorization ?? '', origin)
  return { path: url, ttl: Number(headers.ttl), urgency, topic, body, at, vapid }
}

/**
 * Verifies tokens by RFC 8292 §2: ES256, for this origin, valid for at most 24 hours, with a contact. Caches verified
 * tokens.
 */
function vapidVerifier() {
  const known = new Map<string, Vapid>()
  return async (authorization: string, origin: string): Promise<Vapid> => {
    const seen = known.get(authorization)
    if (seen) return seen
    const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
    const point = Buffer.from(publicKey, 'base64url')
    if (point.length !== 65) throw new BadPush(401, 'no VAPID')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x as string, y: y as string }, 'ES256')
    const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], audience: origin }).catch(
      (error) => {
        throw new BadPush(403, String(error))
      },
    )
    const { exp = 0, sub = '', aud } = payload
    if (exp - Date.now() / 1000 > 24 * 3_600) throw new BadPush(403, 'exp is more than 24 hours away')
    if (!/^(?:mailto:[^@]+@[^@]+|https:\/\/.+)$/.test(sub)) throw new BadPush(403, 'bad sub')
    const vapid = { token, aud: String(aud), sub, exp, publicKey }
    known.set(authorization, vapid)
    return vapid
  }
}

async function give(response: ServerResponse, answer: PushAnswer): Promise<void> {
  if (answer === 'hang') return
  if (answer === 'drop') return void response.destroy()
  if (answer === 'upgrade') return void response.socket?.write(SWITCHING_PROTOCOLS)
  const { status, headers = {}, after } = typeof answer === 'number' ? { status: answer } : answer
  await after
  response.writeHead(status, { ...(status === 201 ? { location: '/message/1' } : {}), ...headers }).end()
}

/** A push service on a free local port, over HTTPS. */
export interface TestPushService {
  /** https://localhost:PORT */
  origin: string
  /** localhost:PORT, the form for PUSH_ALLOWED_HOSTS */
  host: string
  certificate: Certificate
  received: ReceivedPush[]
  /** number of connections opened */
  connections: number
  /** answers by path prefix; the longest matching prefix applies; 201 otherwise */
  answers: Map<string, PushAnswer | ((push: ReceivedPush) => PushAnswer)>
  /** resolves once `count` messages have arrived */
  arrived(count: number): Promise<void>
  close(): Promise<void>
}

export async function startPushService(
  certificate: Certificate = localCertificate(),
): Promise<TestPushService> {
  let waiting: { count: number; resolve: () => void }[] = []
  const sockets = new Set<Socket>()
  const service = {
    received: [] as ReceivedPush[],
    answers: new Map(),
    connections: 0,
  } as unknown as TestPushService
  const handler = pushServiceHandler(
    (push) => {
      service.received.push(push)
      for (const { count, resolve } of waiting) if (service.received.length >= count) resolve()
      waiting = waiting.filter(({ count }) => service.received.length < count)
      const paths = [...service.answers.keys()].filter((path) => push.path.startsWith(path))
      const answer = service.answers.get(paths.sort((a, b) => b.length - a.length)[0] as string) ?? 201
      return typeof answer === 'function' ? answer(push) : answer
    },
    () => service.origin,
  )
  const server = createServer(certificate, handler)
  server.on('secureConnection', (socket) => {
    service.connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return Object.assign(service, {
    host,
    origin: `https://${host}`,
    certificate,
    arrived: (count: number) =>
      new Promise<void>((resolve) => {
        if (service.received.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  })
}
