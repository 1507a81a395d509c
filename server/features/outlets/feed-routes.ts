import { pipeline, Transform, type TransformCallback } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { FEEDS_PATH } from '../../../contract/outlets/outlet.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { feedFileOf, writeFeed } from './feed/write-feed.ts'
import { recordFetch } from './fetches.ts'
import { outletOfToken } from './outlet-store.ts'
import { currentPublication, readRows, type StoredPublication } from './publications.ts'

/** Shops read a feed a few times an hour. */
const READS_PER_MINUTE = 30
const MAX_TOKEN_LENGTH = 200
/** Recorded status of a client that left before the end, as nginx logs it. */
const CLIENT_GONE = 499

/** Route of feeds, without a session: the address is the secret (specification 24.5). */
export const feedRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${FEEDS_PATH}/:token`,
    config: { rateLimit: { max: READS_PER_MINUTE, timeWindow: '1 minute' } },
    schema: {
      summary: 'Файл выгрузки по секретному адресу',
      params: Type.Object({ token: Type.String({ maxLength: MAX_TOKEN_LENGTH }) }),
      response: {},
    },
    async handler(request, reply) {
      const outletId = await outletOfToken(db, (request.params as { token: string }).token)
      // The words are the same for addresses that were revoked and that never existed.
      if (outletId === undefined) throw new Refusal(404, 'Такого адреса нет')
      const answered = (status: number, bytes: number) =>
        recordFetch(db, {
          outletId,
          address: request.ip,
          agent: request.headers['user-agent'] ?? '',
          status,
          bytes,
        }).catch((error: unknown) => request.log.error({ err: error }, 'feed request not recorded'))
      const publication = await currentPublication(db, outletId)
      if (!publication) {
        await answered(404, 0)
        throw new Refusal(404, 'Ещё ничего не опубликовано')
      }
      const { settings, modified_at: modified } = publication
      const file = feedFileOf(settings)
      reply.headers({
        etag: etagOf(publication),
        'last-modified': new Date(modified).toUTCString(),
        'cache-control': 'private, no-cache',
        'x-robots-tag': 'noindex',
      })
      if (isKnown(request, publication)) {
        await answered(304, 0)
        return reply.status(304).send(undefined as never)
      }
      reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`)
      if (request.method === 'HEAD') {
        await answered(200, 0)
        return reply.send(undefined as never)
      }
      // Recorded before the last byte leaves, so that a whole file is never read unrecorded.
      const counted = new Counted((bytes) => answered(200, bytes))
      reply.raw.once('close', () => {
        if (!counted.isWhole) void answered(CLIENT_GONE, counted.bytes)
      })
      const written = writeFeed({
        settings,
        shop: publication.shop,
        publishedAt: publication.published_at,
        outletId,
        chunks: readRows(db, publication),
      })
      // Each stream's end ends the other one; the reply learns of a failure from `counted`.
      return reply.send(pipeline(written, counted, () => undefined) as never)
    },
  })
}

/** Weak, because compression changes the bytes. A restored publication is a new one: shops must read it again. */
const etagOf = ({ id, content }: StoredPublication): string => `W/"${id}-${content}"`

/** Returns whether the client has this publication already. If-None-Match precedes If-Modified-Since (RFC 9110 §13.2.2). */
function isKnown({ headers }: FastifyRequest, publication: StoredPublication): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    const own = etagOf(publication).slice(2)
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === own)
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= publication.modified_at
}

/** Passes bytes on, counts them, and ends when `onEnd` has done its work. */
class Counted extends Transform {
  bytes = 0
  isWhole = false
  readonly #onEnd: (bytes: number) => Promise<void>

  constructor(onEnd: (bytes: number) => Promise<void>) {
    super()
    this.#onEnd = onEnd
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: TransformCallback): void {
    this.bytes += chunk.length
    done(null, chunk)
  }

  override _flush(done: TransformCallback): void {
    this.isWhole = true
    this.#onEnd(this.bytes).then(() => done(), done)
  }
}
