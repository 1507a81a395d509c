import { DatabaseError } from '../../../platform/db/db.ts'
import { part } from '../../../platform/db/statement.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type AddressTable, type Channel, DeliveryError } from '../delivery/channel.ts'
import { contentOf } from './message.ts'
import type { PushOutcome } from './outcome.ts'
import { type DeliverDeps, deliverToDevice } from './send.ts'
import { SilentServices } from './silent-services.ts'
import { deviceById, noteRefusal, removeDevice } from './subscriptions.ts'

/** Time in seconds for which push services store a message: a price change is no longer news after three days. */
const TTL_SECONDS = 3 * 24 * 3_600
const SEPARATE_UP_TO = 3
const PARALLEL = 8

/** Devices as addresses. A user may have several devices; `target` of an outbox row is the id of the device. */
const DEVICES: AddressTable = {
  table: part`push_subscriptions`,
  matches: part`a.id = o.target AND a.user_id = o.user_id`,
  address: part`a.id`,
}

/** Creates the channel that sends notifications to devices. Its addresses are ids of subscriptions. */
export function pushChannel(deps: DeliverDeps & { publicKey: string }): Channel {
  const { db, clock, publicKey } = deps
  const services = new SilentServices(clock)
  return {
    // The view delivery_addresses contains the same name.
    name: 'push',
    addresses: DEVICES,
    separateUpTo: SEPARATE_UP_TO,
    paced: true,
    parallel: PARALLEL,
    // Unused: the payload has a limit in bytes instead.
    textLimit: 0,
    async send(id, { notifications }, signal) {
      const device = await deviceById(db, id, clock())
      if (!device) throw new DeliveryError('сеанс устройства завершён', { permanent: true })
      if (device.publicKey !== publicKey) {
        await removeDevice(db, device, 'made with a former key')
        throw new DeliveryError('подписка сделана с прежним ключом', { permanent: true })
      }
      const options = { ttl: TTL_SECONDS, urgency: 'normal', signal } as const
      const outcome = await services
        .call(
          new URL(device.endpoint).origin,
          () => deliverToDevice(deps, device, contentOf(notifications), options),
          (error) => error instanceof Refusal || error instanceof DatabaseError || signal.aborted,
        )
        .catch(async (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          await noteRefusal(db, device, error.message, clock())
          throw new DeliveryError(error.message, { permanent: true })
        })
      if (outcome.kind !== 'sent') throw failure(outcome)
    },
  }
}

function failure(outcome: Exclude<PushOutcome, { kind: 'sent' }>): DeliveryError {
  const reason = `push-служба ответила ${outcome.status}`
  if (outcome.kind !== 'busy') return new DeliveryError(reason, { permanent: true })
  return new DeliveryError(reason, { retryAfterMs: outcome.retryAfterMs, othersGoOn: true })
}
