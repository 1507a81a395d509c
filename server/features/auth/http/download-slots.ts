import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../platform/refusal.ts'
import { userOf } from './guard.ts'

/**
 * Maximum number of concurrent downloads per user: each takes seconds of a processor, and nobody reads more than two
 * files at once.
 */
const PER_USER = 2
const RETRY_AFTER_S = 10
/** Status that nginx uses for a client that has disconnected; nobody receives it. */
const CLIENT_GONE = 499

/** Limits the number of concurrent downloads per user. */
export class DownloadSlots {
  readonly #underWay = new Map<string, number>()

  /**
   * Takes a slot for the request's user until the response was sent or the client disconnected.
   * @returns signal that aborts when the client disconnects
   * @throws Refusal 429 if the user has no free slot
   */
  take(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    // If the client has already disconnected, no further event would free the slot. The socket is checked, because a
    // request with an unpacked body is destroyed at its end although its client still waits.
    if (reply.raw.destroyed || request.raw.socket.destroyed) throw new Refusal(CLIENT_GONE, 'client has gone')
    const { id } = userOf(request)
    const taken = this.#underWay.get(id) ?? 0
    if (taken >= PER_USER) {
      reply.header('retry-after', RETRY_AFTER_S)
      throw new Refusal(429, 'Уже готовятся два файла. Дождитесь, пока один из них скачается')
    }
    this.#underWay.set(id, taken + 1)
    const gone = new AbortController()
    reply.raw.once('close', () => {
      gone.abort(new Refusal(CLIENT_GONE, 'client has gone'))
      const left = (this.#underWay.get(id) ?? 1) - 1
      if (left > 0) this.#underWay.set(id, left)
      else this.#underWay.delete(id)
    })
    return gone.signal
  }
}
