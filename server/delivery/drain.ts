import { type AttemptDeps, attempt, untilMarked } from './attempt.ts'
import type { Batch } from './batch.ts'
import type { Channel } from './channel.ts'
import { giveBack, takeBatches } from './lease.ts'
import { markSent } from './outbox.ts'
import { SEND_TIMEOUT_MS } from './send-batch.ts'

interface DrainDeps extends AttemptDeps {
  /** the id under which messages are leased */
  server: string
}

interface DrainOptions {
  /** false once the server stops or the channel rests */
  goesOn(): boolean
  /** called when the channel asks for a rest */
  rest(until: number): void
  /** fires when the server cannot wait any longer */
  abort: AbortSignal
}

/**
 * Sends what is due through a channel, as many messages at a time as it allows, until nothing is left. What was sent is
 * marked in the transaction that takes the next ones, before those in hand have run out, so that sending does not wait
 * for the database, nor does a message wait long to be marked.
 * @returns the number of notifications sent
 */
export async function drain(deps: DrainDeps, channel: Channel, options: DrainOptions): Promise<number> {
  const { db, clock, server } = deps
  const { goesOn, rest, abort } = options
  const { parallel = 1 } = channel
  const taken: Batch[] = []
  const late: Batch[] = []
  let sent: Batch[] = []
  let count = 0
  let isDry = false
  let failure: { error: unknown } | undefined
  let keeping: Promise<void> | undefined

  const mark = (batches: readonly Batch[]): Promise<void> =>
    untilMarked(deps, abort, () => db.transaction((sql) => markSent(sql, batches)))

  const markAndTake = async (): Promise<void> => {
    const marking = sent
    sent = []
    try {
      const most = 2 * parallel - 1
      const batches = await takeBatches(db, channel, { clock, server, most, sent: marking })
      taken.push(...batches)
      isDry = batches.length === 0
    } catch (error) {
      if (marking.length === 0) throw error
      await mark(marking)
    }
  }

  const keepBooks = (): void => {
    keeping ??= markAndTake()
      .catch((error: unknown) => {
        failure = { error }
      })
      .finally(() => {
        keeping = undefined
      })
  }

  const next = async (): Promise<Batch | undefined> => {
    while (goesOn() && !failure) {
      if (taken.length < parallel && (!isDry || sent.length > 0)) keepBooks()
      const batch = taken.shift()
      if (!batch) {
        if (!keeping) return undefined
        await keeping
      } else if (clock() + SEND_TIMEOUT_MS < batch.leasedUntil) {
        return batch
      } else {
        // Its lease could end while it is being sent, which happens after waiting for others that hung.
        late.push(batch)
      }
    }
    return undefined
  }

  const work = async (): Promise<void> => {
    for (let batch = await next(); batch; batch = await next()) {
      const { sent: done, restUntil } = await attempt(deps, channel, batch, abort)
      if (restUntil > 0) rest(restUntil)
      if (!done) continue
      sent.push(done)
      count += done.rows.length
    }
  }

  const workers = await Promise.allSettled(Array.from({ length: parallel }, work))
  await keeping
  if (sent.length > 0) await mark(sent)
  const unsent = [...late, ...taken]
  // If this fails they are due when their leases end.
  if (unsent.length > 0) await db.transaction((sql) => giveBack(sql, unsent)).catch(() => undefined)
  const failed = failure ?? workers.find((worker) => worker.status === 'rejected')
  if (failed) throw 'error' in failed ? failed.error : failed.reason
  return count
}
