import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'

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
