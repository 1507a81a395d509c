/** Minimal set of filters that together empty a table. */
export type Culprits<Name> = readonly Name[]

/** With ten filters, one culprit takes 6 requests and two about 9; the answer is not worth more. */
const MOST_CALLS = 10

/**
 * Finds a minimal set of filters that together leave no rows, by bisection: adding filters never adds rows.
 * @param names of the chosen filters, which together leave no rows
 * @param hasRows asks the server whether a subset leaves rows
 * @returns an empty list if there are no rows without filters; null if it would take too many requests
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

/** Finds the first filter that leaves no rows in combination with those before it and the culprits. */
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
