/** Carries out long work that pauses after each step, with a chance for others in between. @param pause see createPauses */
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
