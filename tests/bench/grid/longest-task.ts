import type { Browser, Page } from '@playwright/test'
import { SCROLL_END, SCROLL_START } from './page/marks.ts'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** microseconds */
  ts: number
  /** microseconds of processor time */
  tdur?: number
}

const CATEGORIES = [
  'toplevel',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
]

function longestWhileScrolling(events: readonly TraceEvent[]): number {
  const start = events.find(({ name }) => name === SCROLL_START)
  const end = events.find(({ name }) => name === SCROLL_END)
  if (!start || !end) throw new Error('the trace has no scrolling')
  const times = events
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === start.pid && tid === start.tid,
    )
    .filter(({ ts }) => ts >= start.ts && ts <= end.ts)
    .map(({ tdur }) => (tdur ?? 0) / 1000)
  return Math.max(0, ...times)
}

/**
 * The longest task of the page's main thread during its scrolling, in milliseconds of processor time: unlike the
 * time that passes it does not grow when the machine is busy with something else.
 */
export async function longestScrollTask(
  browser: Browser,
  page: Page,
  run: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await run()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return longestWhileScrolling(trace.traceEvents)
}
