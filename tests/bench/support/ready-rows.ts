import { setTimeout as pause } from 'node:timers/promises'
import { extent } from './extent.ts'

const METRICS_TOKEN = 'token of the benchmark'

/** Environment variables of a server whose prebuilt rows are watched. */
export const WATCHED = { METRICS_TOKEN }

/** Memory of a server's prebuilt rows, and the time taken to build them. */
export interface Ready {
  megabytes: number
  seconds: number
}

/** Time in ms without growth after which all rows count as built. */
const SETTLED_MS = extent(10_000)

/**
 * Waits until a server has prebuilt all rows.
 * @param origin origin of a server with WATCHED
 */
export async function whenReady(origin: string): Promise<Ready> {
  const began = performance.now()
  let [bytes, grown] = [0, began]
  while (performance.now() - grown < SETTLED_MS) {
    const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const now = Number(/^ready_rows_bytes (\d+)/m.exec(await answer.text())?.[1])
    if (now > bytes) [bytes, grown] = [now, performance.now()]
    await pause(200)
  }
  return { megabytes: bytes / 2 ** 20, seconds: (grown - began) / 1_000 }
}
