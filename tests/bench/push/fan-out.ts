import type { Db } from '../../../server/platform/db/db.ts'
import { importMoves } from './people.ts'
import type { PushServiceProcess } from './start-service.ts'

/**
 * Notifies all users of changed prices, and waits until the push service has received all messages.
 * @returns seconds from the commit to the last arrival, and the number of connections to the push service so far
 */
export async function fanOut(
  db: Db,
  service: PushServiceProcess,
  messages: number,
  day: string,
): Promise<{ seconds: number; connections: number }> {
  const arrival = service.arrived(messages)
  const committed = await importMoves(db, day)
  const { times, connections } = await arrival
  return { seconds: ((times.at(-1) as number) - committed) / 1_000, connections }
}
