import { setImmediate as others } from 'node:timers/promises'
import { retainNewest } from '../../../platform/recent-cache.ts'
import { DeliveryError } from '../delivery/channel.ts'

/** Number of consecutive calls without a response after which a push service counts as silent. */
const SILENT_AFTER = 3
const REST_MS = 30_000
/**
 * Time in ms after which pending calls count as unanswered if the service answers no other call; each of them may take
 * ten seconds.
 */
const HANGS_MS = 2_000

/** Maximum number of services that are known to be silent, since users determine the origins. */
const MAX_SERVICES = 1_000

interface Service {
  /** calls in progress, with their start times */
  calls: Set<{ since: number }>
  answeredAt: number
  unanswered: number
  restUntil: number
  /** whether a call in progress tests if the service answers again */
  probing: boolean
}

/**
 * Prevents a push service that does not respond from delaying messages to other services. Messages to a silent service
 * are postponed at once, except for one every half minute that tests whether it responds again.
 */
export class SilentServices {
  readonly #services = new Map<string, Service>()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /**
   * Calls a push service, unless it is silent.
   * @param origin origin of the push service
   * @param call throws if there is no response
   * @param isOurs returns whether a failure is caused by this server itself, for example because it stops
   * @throws DeliveryError while the service is silent, and errors of `call`
   */
  async call<T>(origin: string, call: () => Promise<T>, isOurs: (error: unknown) => boolean): Promise<T> {
    if (this.#refuses(this.#serviceAt(origin))) {
      // Lets received responses be processed first, which may show that the service responds again. Postponing
      // thousands of messages without a pause would leave no time for them.
      await others()
      if (this.#refuses(this.#serviceAt(origin)))
        throw new DeliveryError('push-служба не отвечает', { retryAfterMs: REST_MS, othersGoOn: true })
    }
    const service = this.#serviceAt(origin)
    const isSilent = service.unanswered >= SILENT_AFTER
    if (isSilent) service.probing = true
    const underWay = { since: this.#clock() }
    service.calls.add(underWay)
    retainNewest(this.#services, origin, service, MAX_SERVICES)
    try {
      const answer = await call()
      Object.assign(service, { answeredAt: this.#clock(), unanswered: 0, probing: false })
      return answer
    } catch (error) {
      if (!isOurs(error)) {
        service.unanswered++
        service.restUntil = this.#clock() + REST_MS
      }
      if (isSilent || !isOurs(error)) service.probing = false
      throw error
    } finally {
      service.calls.delete(underWay)
      // Users determine the origins, so services that respond are not stored.
      if (service.calls.size === 0 && service.unanswered === 0) this.#services.delete(origin)
    }
  }

  #serviceAt(origin: string): Service {
    const unknown: Service = {
      calls: new Set(),
      answeredAt: Number.NEGATIVE_INFINITY,
      unanswered: 0,
      restUntil: 0,
      probing: false,
    }
    return this.#services.get(origin) ?? unknown
  }

  #refuses(service: Service): boolean {
    const now = this.#clock()
    const isResting = service.unanswered >= SILENT_AFTER && (service.restUntil > now || service.probing)
    return isResting || isHanging(service, now)
  }
}

function isHanging({ calls, answeredAt }: Service, now: number): boolean {
  if (now - answeredAt < HANGS_MS) return false
  let hanging = 0
  for (const { since } of calls) if (now - since >= HANGS_MS) hanging++
  return hanging >= SILENT_AFTER
}
