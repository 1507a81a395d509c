/** Resolves after this many milliseconds, or as soon as the signal aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

export const wait: Wait = (ms, signal) =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })

/**
 * Stops waiting after `ms`, and then aborts the signal given to the work, whether or not the work heeds it.
 * @param pause replaced in tests
 * @throws a TimeoutError after `ms`, otherwise what the work throws
 */
export async function withTimeout<Value>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
  pause: Wait = wait,
): Promise<Value> {
  const controller = new AbortController()
  const done = new AbortController()
  void pause(ms, done.signal).then(() => {
    // The body of an answer may still be arriving.
    if (!done.signal.aborted) controller.abort(new DOMException(`no answer in ${ms} ms`, 'TimeoutError'))
  })
  try {
    return await untilAborted(controller.signal, work(controller.signal))
  } finally {
    done.abort()
  }
}

/** Stops this caller's wait as soon as the signal aborts; the work itself may serve others and goes on. */
export async function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  let abort: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
  })
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
