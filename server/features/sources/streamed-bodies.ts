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
export async function cleanly<T>(
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
