/** Long work that pauses after each step, carried out at once. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Likewise, with a chance for others after each step. @param pause see createPauses */
export async function finishWithPauses<Result>(
  steps: Generator<void, Result>,
  pause: () => Promise<void> | undefined,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}
