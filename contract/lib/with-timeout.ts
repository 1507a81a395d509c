/**
 * Stops waiting after `ms`, and then aborts the signal given to the work, whether or not the work heeds it.
 * @throws a TimeoutError after `ms`, otherwise what the work throws
 */
export async function withTimeout<Value>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('no answer', 'TimeoutError')), ms)
  try {
    return await untilAborted(controller.signal, work(controller.signal))
  } finally {
    clearTimeout(timer)
  }
}

/** Stops this caller's wait as soon as the signal aborts; the work itself may serve others and continues. */
export function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
