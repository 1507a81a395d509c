/** Resolves after this many milliseconds. */
export type Wait = (ms: number) => Promise<void>

export const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Stops waiting after `ms`, and then aborts the signal given to the work, whether or not the work respects it.
 * @throws TypeError after `ms`, as fetch does without a network; otherwise what the work throws
 */
export async function withTimeout<Value>(
  pause: Wait,
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  let over = false
  const late = pause(ms).then(() => {
    const error = new TypeError('no answer')
    // The body of an answer may still be arriving.
    if (!over) controller.abort(error)
    throw error
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    over = true
  }
}
