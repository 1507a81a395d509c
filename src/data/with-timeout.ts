/**
 * Stops waiting after `ms`, and then aborts the signal given to the work, whether or not the work respects it.
 * @throws a TimeoutError after `ms`, otherwise what the work throws
 */
export async function withTimeout<Value>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  const late = new DOMException(`no answer in ${ms} ms`, 'TimeoutError')
  const timer = setTimeout(() => controller.abort(late), ms)
  try {
    return await untilAborted(controller.signal, work(controller.signal))
  } finally {
    clearTimeout(timer)
  }
}

/** Stops this caller's wait as soon as the signal aborts; the work itself may serve others and continues. */
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
