import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum time in ms without yielding; one step of work may exceed it. */
const TURN_MS = 2

/** Creates a function to call after each small step of long work; yields if the last yield was TURN_MS ago. */
export function createYields(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}

/** Runs long work that yields to the event loop. @param pause called after each step; see createYields */
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

/** Number of items sorted without yielding, which takes about a millisecond. */
const RUN = 500

/** Merge sort that yields to the event loop: sorting a hundred thousand keys at once takes a tenth of a second. */
export async function sortInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pause: () => Promise<void> | undefined,
): Promise<Item[]> {
  let runs: Item[][] = []
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(compare))
    await pause()
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let i = 0; i < runs.length; i += 2) {
      merged.push(await merge(runs[i] as Item[], runs[i + 1] ?? [], compare, pause))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<Item>(
  some: readonly Item[],
  others: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pause: () => Promise<void> | undefined,
): Promise<Item[]> {
  const merged: Item[] = []
  let [i, j] = [0, 0]
  while (i < some.length || j < others.length) {
    const isFirst =
      j >= others.length || (i < some.length && compare(some[i] as Item, others[j] as Item) <= 0)
    merged.push((isFirst ? some[i++] : others[j++]) as Item)
    if (merged.length % RUN === 0) await pause()
  }
  return merged
}
