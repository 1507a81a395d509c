/** What empties a table: some filters, each of which it takes for that, or none of them. */
export type Culprits<Name> = readonly Name[]

/** With ten filters one culprit is found by 6 calls and two by 9 or so; more is not worth the answer. */
const MOST_CALLS = 10

/**
 * Finds the least set of filters that leave no rows together, by halving: more filters never give more rows.
 * @param names of the chosen filters, which all together leave none
 * @param hasRows asks the server for rows by some of them
 * @returns an empty list where there are no rows without any filter either; null where it would take too many calls
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

/** The first of the others that, with those before it and the culprits, leaves no rows. */
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
