/**
 *
 * Runs long work that yields to the event loop after each step.
 * @param pause called after each step; see createYields
 *
 */
export async function finishYielding<Result>(
  steps: Generator<void, Result>,
  pause: () => Promise<void> | undefined,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}
