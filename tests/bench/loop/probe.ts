import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** What the thread that answers has been held up by, in milliseconds. */
export interface LoopDelays {
  p50: number
  p99: number
  longest: number
}

/** Of the timer that measures: what is beyond it is the delay. */
const EVERY_MS = 1

// Loaded into the server before anything of it. On a signal it writes what it has seen since the last one, and begins anew.
if (isMainThread && process.env.LOOP_DELAYS) {
  const file = process.env.LOOP_DELAYS
  const seen = monitorEventLoopDelay({ resolution: EVERY_MS })
  seen.enable()
  process.on('SIGUSR2', () => {
    const beyond = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - EVERY_MS)
    const delays: LoopDelays = {
      p50: beyond(seen.percentile(50)),
      p99: beyond(seen.percentile(99)),
      longest: beyond(seen.max),
    }
    seen.reset()
    writeFileSync(file, JSON.stringify(delays))
  })
}
