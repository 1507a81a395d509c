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

/** Names of the page's marks for the start and end of the measurement. */
type Marks = readonly [start: string, end: string]

function longestBetween(events: readonly TraceEvent[], marks: Marks): number {
  const [start, end] = marks.map((mark) => events.find(({ name }) => name === mark))
  if (!start || !end) throw new Error(`the trace has no ${marks.join(' or no ')}`)
  const times = events
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === start.pid && tid === start.tid,
    )
    .filter(({ ts }) => ts >= start.ts && ts <= end.ts)
    .map(({ tdur }) => (tdur ?? 0) / 1000)
  return Math.max(0, ...times)
}

/** Trace recorder of a browser driver. */
export interface Recorder {
  start(categories: string[]): Promise<void>
  stop(): Promise<Uint8Array>
}

/**
 * Returns the longest task of the page's main thread between these marks, in ms of processor time. Unlike elapsed time,
 * processor time does not grow when the machine is busy with something else.
 */
export async function longestTask(
  recorder: Recorder,
  marks: Marks,
  run: () => Promise<void>,
): Promise<number> {
  await recorder.start(CATEGORIES)
  await run()
  const trace = JSON.parse(Buffer.from(await recorder.stop()).toString()) as { traceEvents: TraceEvent[] }
  return longestBetween(trace.traceEvents, marks)
}
