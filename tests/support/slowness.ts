/** Duration in ms of the measured work on the machine for which the limits of time were chosen. */
const USUAL_MS = 40

/** Returns the duration in ms of a fixed computation. */
function measure(): number {
  const began = performance.now()
  const values = Float64Array.from({ length: 200_000 }, (_, index) => Math.sin(index))
  values.toSorted()
  return performance.now() - began
}

/**
 * How many times slower this machine is than the usual one, at least 1. Limits that end hanging tests are multiplied by
 * it.
 */
export const SLOWNESS = Math.max(1, Math.min(measure(), measure(), measure()) / USUAL_MS)
