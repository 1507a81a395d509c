/** Number of items sorted without yielding, which takes about a millisecond. */
const RUN = 500

/**
 * Merge sort that yields to the event loop, because sorting a hundred thousand keys at once takes a tenth of a
 * second.
 */
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
