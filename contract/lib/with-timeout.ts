/**
 * Runs `work` with a time limit. After `ms` milliseconds, its signal is aborted and the promise rejects, even if `work`
 * ignores the signal.
 * @throws a TimeoutError after `ms`; before that, whatever `work` throws
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

/** Rejects as soon as the signal aborts. The work continues, because other callers may be waiting for it. */
export function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
