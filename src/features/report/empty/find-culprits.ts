/** Minimal set of filters that together empty a table. */
export type Culprits<Name> = readonly Name[]

/**
 * Maximum number of requests. With ten filters, finding one culprit takes 6 requests and finding two takes about 9;
 * three are not worth more.
 */
const MOST_CALLS = 10

/**
 * Finds a minimal set of filters that together leave no rows, by bisection. Adding a filter never adds rows.
 * @param names of the chosen filters, which together leave no rows
 * @param hasRows sends a request and returns whether these filters leave rows
 * @returns [] if there are no rows even without filters; null if the search would take too many requests
 */
export async function findCulprits<Name>(
  names: readonly Name[],
  hasRows: (names: readonly Name[]) => Promise<boolean>,
): Promise<Culprits<Name> | null> {
  let calls = 0
  const leaves = async (some: readonly Name[]): Promise<boolean> => {
    if (calls === MOST_CALLS) throw new TooManyCalls()
    calls++
    return hasRows(some)
  }
  try {
    if (!(await leaves([]))) return []
    let culprits: Name[] = []
    let others = names
    do {
      const last = await firstEmptying(culprits, others, leaves)
      culprits = [others[last] as Name, ...culprits]
      others = others.slice(0, last)
    } while (others.length > 0 && (await leaves(culprits)))
    return culprits
  } catch (error) {
    if (error instanceof TooManyCalls) return null
    throw error
  }
}

class TooManyCalls extends Error {}

/**
 * Returns the index of the first filter in `others` that leaves no rows together with all filters before it and the
 * culprits.
 */
async function firstEmptying<Name>(
  culprits: readonly Name[],
  others: readonly Name[],
  leaves: (names: readonly Name[]) => Promise<boolean>,
): Promise<number> {
  let low = 0
  let high = others.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (await leaves([...others.slice(0, middle + 1), ...culprits])) low = middle + 1
    else high = middle
  }
  return low
}
