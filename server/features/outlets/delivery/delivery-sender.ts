import type { FastifyBaseLogger } from 'fastify'
import { MAX_ATTEMPTS } from '../../../platform/db/leases.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { createRepeatingTask, type RepeatingTask } from '../../../platform/repeating-task.ts'
import { feedFileOf, writeFeed } from '../feed/write-feed.ts'
import { changeDelivery } from '../outlet-store.ts'
import { findPublication, readRows } from '../publications.ts'
import type { SendDeps } from './delivery-kind.ts'
import {
  endDelivery,
  failDelivery,
  releaseDelivery,
  type StoredDelivery,
  takeDelivery,
} from './delivery-queue.ts'
import { DELIVERY_MODULES } from './delivery-registry.ts'
import { deliveryTarget, type OutletDeliveryDeps } from './delivery-settings.ts'

const LOOK_MS = 2_000
/** Maximum time of one attempt, shorter than its lease. */
const ATTEMPT_MS = 5 * 60_000

type SenderDeps = OutletDeliveryDeps & SendDeps

/** Number of deliveries at a time: a shop that is silent must not hold up those to others. */
const AT_ONCE = 4

/** Deliveries under way, by outlet: of one outlet, at most one. */
class Sending {
  readonly #deps: SenderDeps
  readonly #underWay = new Map<number, Promise<void>>()

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /** Begins the deliveries that are due, as far as there is room. @param onEnd called after each */
  async begin(signal: AbortSignal, onEnd: (error?: unknown) => void): Promise<void> {
    while (this.#underWay.size < AT_ONCE && !signal.aborted) {
      const delivery = await takeDelivery(this.#deps.db, Date.now(), [...this.#underWay.keys()])
      if (!delivery) return
      const work = carryOut(this.#deps, delivery, signal).finally(() =>
        this.#underWay.delete(delivery.outlet_id),
      )
      this.#underWay.set(delivery.outlet_id, work)
      work.then(() => onEnd(), onEnd)
    }
  }

  /** Resolves once no delivery is under way. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay.values())
  }
}

export async function sendDue(deps: SenderDeps, signal: AbortSignal): Promise<void> {
  const sending = new Sending(deps)
  const failures: unknown[] = []
  let more = true
  const onEnd = (error?: unknown) => {
    more = true
    if (error !== undefined) failures.push(error)
  }
  while (more) {
    more = false
    await sending.begin(signal, onEnd)
    await sending.ended()
  }
  if (failures.length > 0) throw failures[0]
}

async function carryOut(deps: SenderDeps, delivery: StoredDelivery, signal: AbortSignal): Promise<void> {
  try {
    if (delivery.attempts > MAX_ATTEMPTS) throw new FetchFailure('Отправка прерывалась слишком часто', false)
    await send(deps, delivery, AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]))
    await endDelivery(deps.db, delivery)
  } catch (error) {
    if (signal.aborted) return releaseDelivery(deps.db, delivery)
    const isTold = error instanceof Refusal || error instanceof FetchFailure
    const again = error instanceof FetchFailure ? error.again : !isTold
    const leastMs = error instanceof FetchFailure ? error.retryAfterMs : 0
    await failDelivery(deps.db, delivery, isTold ? error.message : 'Ошибка сервера', again && { leastMs })
    if (!isTold) throw error
  }
}

async function send(deps: SenderDeps, delivery: StoredDelivery, signal: AbortSignal): Promise<void> {
  const { outlet_id: outletId, publication_id: publicationId } = delivery
  const stored = await deliveryTarget(deps, outletId)
  if (!stored) throw new FetchFailure('Отправка отключена', false)
  const { target, text } = stored
  const publication = await findPublication(deps.db, outletId, publicationId)
  const { settings, shop, published_at: publishedAt, content } = publication
  const body = writeFeed({ settings, shop, publishedAt, outletId, chunks: readRows(deps.db, publication) })
  const file = { ...feedFileOf(settings), key: `${publicationId}-${content}`, body }
  const learned = await DELIVERY_MODULES[target.kind].send(target, publication, file, deps, signal)
  if (learned) await changeDelivery(deps.db, outletId, text, learned)
}

/** Creates the task that sends due deliveries; it runs on one server of a database at a time. */
export function createSender(deps: SenderDeps, log: Pick<FastifyBaseLogger, 'warn'>): RepeatingTask {
  const sending = new Sending(deps)
  const onEnd = (error?: unknown): void => {
    if (error !== undefined) log.warn(`outlets: ${(error as Error).message}`)
  }
  const task = createRepeatingTask({
    ...{ name: 'outlets', log, pauseMs: LOOK_MS },
    work: (signal) => sending.begin(signal, onEnd),
  })
  return {
    ...task,
    async stop() {
      await task.stop()
      await sending.ended()
    },
  }
}
