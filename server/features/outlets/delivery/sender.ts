import type { FastifyBaseLogger } from 'fastify'
import { isFileAddress } from '../../../platform/remote/file-address.ts'
import { feedFileOf, writeFeed } from '../feed/write-feed.ts'
import { OutletRefusal } from '../outlet.ts'
import { findPublication } from '../publications.ts'
import { readRows } from '../rows.ts'
import { mailFile } from './mail-file.ts'
import {
  endDelivery,
  failDelivery,
  MOST_ATTEMPTS,
  releaseDelivery,
  type StoredDelivery,
  takeDelivery,
} from './queue.ts'
import { DeliveryFailure, sendFile } from './send.ts'
import { deliveryTarget, type OutletDeliveryDeps } from './settings.ts'
import { learnHostKey } from './stored-delivery.ts'
import { type UploadLimits, uploadPublication } from './upload.ts'

const LOOK_MS = 2_000
/** Maximum time of one attempt, shorter than its lease. */
const ATTEMPT_MS = 5 * 60_000

export interface SenderDeps extends OutletDeliveryDeps, UploadLimits {
  userAgent: string
}

/** Number of deliveries at a time: a shop that is silent must not hold up those to others. */
const AT_ONCE = 4

/** Sends all deliveries that are due. */
export async function sendDue(deps: SenderDeps, signal: AbortSignal): Promise<void> {
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => sendOn(deps, signal)))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Sends one due delivery after the other. */
async function sendOn(deps: SenderDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return
    const delivery = await takeDelivery(deps.db, Date.now())
    if (!delivery) return
    try {
      if (delivery.attempts > MOST_ATTEMPTS)
        throw new DeliveryFailure('Отправка прерывалась слишком часто', false)
      await send(deps, delivery, AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]))
      await endDelivery(deps.db, delivery)
    } catch (error) {
      if (signal.aborted) return releaseDelivery(deps.db, delivery)
      const isFinal = error instanceof OutletRefusal || (error instanceof DeliveryFailure && !error.again)
      const isTold = error instanceof OutletRefusal || error instanceof DeliveryFailure
      await failDelivery(deps.db, delivery, isTold ? error.message : 'Ошибка сервера', !isFinal)
      if (!isTold) throw error
    }
  }
}

async function send(deps: SenderDeps, delivery: StoredDelivery, signal: AbortSignal): Promise<void> {
  const { outlet_id: outletId, publication_id: publicationId } = delivery
  const target = await deliveryTarget(deps, outletId)
  if (!target) throw new DeliveryFailure('Отправка отключена', false)
  const publication = await findPublication(deps.db, outletId, publicationId)
  const { settings, shop, published_at: publishedAt, content } = publication
  const body = writeFeed({ settings, shop, publishedAt, outletId, chunks: readRows(deps.db, publication) })
  const file = { ...feedFileOf(settings), key: `${publicationId}-${content}`, body }
  if (target.kind === 'mail') return mailFile(target.recipients, publication, file, deps.sendMail, signal)
  if (!isFileAddress(new URL(target.address))) return sendFile(target, file, deps, signal)
  const hostKey = await uploadPublication(target, file, deps, signal)
  if (hostKey !== target.host_key) await learnHostKey(deps.db, outletId, target.text, hostKey)
}

/** Creates the task that sends due deliveries; it runs on one server of a database at a time. */
export function createSender(deps: SenderDeps, log: Pick<FastifyBaseLogger, 'warn'>) {
  let stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const tick = (): void => {
    working = sendDue(deps, stopping.signal)
      .catch((error: Error) => log.warn(`outlets: ${error.message}`))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, LOOK_MS).unref()
      })
  }
  return {
    start() {
      stopping = new AbortController()
      tick()
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
