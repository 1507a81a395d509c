import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allowLongBody, drainBody, type Pace } from '../../platform/http/slow-requests.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tooLarge } from './files.ts'

/** Minimum speed of a delivery in bytes per minute: a slow upload occupies a slot that others need. */
export const PUSHED_BYTES_PER_MINUTE = 2 ** 20

/** Disables the parsing of bodies, so that handlers write them to disk without buffering them. */
export function takeBodiesAsStreams(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // Replaces the client's content type, which may be invalid.
  app.addHook('onRequest', async ({ raw }) => {
    raw.headers['content-type'] = 'application/octet-stream'
  })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/**
 * Returns the body as a stream.
 * @throws Refusal for a declared length that is too large
 */
export function bodyOf(
  request: FastifyRequest,
  reply: FastifyReply,
  mostMegabytes: number,
  pace: Pace,
): Readable {
  if (Number(request.headers['content-length'] ?? 0) > mostMegabytes * 2 ** 20) {
    drainBody(request, reply)
    throw tooLarge(mostMegabytes)
  }
  if (!request.body) throw new Refusal(400, 'Файл пуст')
  allowLongBody(request, reply, pace)
  return request.body as Readable
}

/**
 * Awaits the saving of a body. If the body is refused, reads and discards its rest, so that the client receives the
 * error; if the client disconnected, answers 400.
 */
export async function drainBodyOnFailure<T>(
  saving: Promise<T>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<T> {
  try {
    return await saving
  } catch (error) {
    const { destroyed, complete } = request.raw
    if (destroyed && !complete) throw new Refusal(400, 'Загрузка прервалась')
    drainBody(request, reply)
    throw error
  }
}

const OF_ALL = 8
const RETRY_AFTER_S = 30

/** Limits the number of concurrent uploads or inspections, per user or source and in total. */
export class UploadSlots {
  readonly #underWay = new Map<string, number>()
  #all = 0
  readonly #perOwner: number
  readonly #refusal: string

  /**
   * @param perOwner maximum per user or source; low, because an upload holds a connection for minutes and writes to the
   * disk
   * @param refusal message of status 429
   */
  constructor(perOwner: number, refusal: string) {
    this.#perOwner = perOwner
    this.#refusal = refusal
  }

  /**
   * Takes a slot until the response was sent or the client disconnected.
   * @throws Refusal 429 or 503
   */
  take(owner: string, request: FastifyRequest, reply: FastifyReply): void {
    // A request whose body was read completely is also destroyed while the client waits for the response, so
    // `destroyed` alone does not mean that the client has disconnected.
    const cut = request.raw.destroyed && !request.raw.complete
    if (reply.raw.destroyed || cut) throw new Refusal(400, 'client has gone')
    const taken = this.#underWay.get(owner) ?? 0
    if (taken >= this.#perOwner || this.#all >= OF_ALL) {
      reply.header('retry-after', RETRY_AFTER_S)
      throw taken >= this.#perOwner
        ? new Refusal(429, this.#refusal)
        : new Refusal(503, 'Сервер занят другими файлами, повторите через полминуты')
    }
    this.#underWay.set(owner, taken + 1)
    this.#all++
    reply.raw.once('close', () => {
      this.#all--
      const left = (this.#underWay.get(owner) ?? 1) - 1
      if (left > 0) this.#underWay.set(owner, left)
      else this.#underWay.delete(owner)
    })
  }
}

/** Returns a signal that aborts when the client has disconnected. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new Refusal(400, 'client has gone')))
  return gone.signal
}
