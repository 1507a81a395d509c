/** Long work that pauses after each step, carried out at once. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
