import { DeliveryError } from '../delivery/channel.ts'

/** Calls in a row that ended without an answer, after which a push service counts as silent. */
const SILENT_AFTER = 3
const REST_MS = 30_000

interface Silence {
  unanswered: number
  restUntil: number
  /** a call under way that finds out whether it answers again */
  probing: boolean
}

/**
 * Keeps a push service that does not answer from holding up the messages to all others: each call to it may take ten seconds. While it is
 * silent, messages to it are put off at once, but for one every half minute that tries.
 */
export class SilentServices {
  readonly #silent = new Map<string, Silence>()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /**
   * @param origin of the push service
   * @param call throws if there is no answer
   * @param isOurs whether a failure is not the service's but this server's own, as when it stops
   * @throws DeliveryError while the service is silent, and what `call` throws
   */
  async call<T>(origin: string, call: () => Promise<T>, isOurs: (error: unknown) => boolean): Promise<T> {
    const silence = this.#silent.get(origin)
    const isSilent = silence !== undefined && silence.unanswered >= SILENT_AFTER
    if (isSilent) {
      const rest = silence.restUntil - this.#clock()
      if (rest > 0 || silence.probing) {
        const options = { retryAfterMs: REST_MS, othersGoOn: true }
        throw new DeliveryError('push-служба не отвечает', options)
      }
      silence.probing = true
    }
    try {
      const answer = await call()
      this.#silent.delete(origin)
      return answer
    } catch (error) {
      if (isOurs(error)) {
        if (isSilent) silence.probing = false
      } else {
        const unanswered = (this.#silent.get(origin)?.unanswered ?? 0) + 1
        this.#silent.set(origin, { unanswered, restUntil: this.#clock() + REST_MS, probing: false })
      }
      throw error
    }
  }
}
