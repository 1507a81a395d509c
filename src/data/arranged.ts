/**
 * How a companion server arranges what a list selects (specification 10.26), as parameters of the call in a fixed order; the
 * address of a report has them under the same names. None where the server does not arrange.
 */
export type Arranged = readonly (readonly [name: ArrangedName, value: string])[]

const ARRANGED_NAMES = ['sort', 'only', 'in', 'kind'] as const
type ArrangedName = (typeof ARRANGED_NAMES)[number]

export const NOT_ARRANGED: Arranged = []

export const readArranged = (query: URLSearchParams): Arranged =>
  ARRANGED_NAMES.flatMap((name) => query.getAll(name).map((value) => [name, value] as const))

/** Whether the whole selection is sorted, or narrowed. */
export const arranges = (arranged: Arranged, what: 'sort' | 'only'): boolean =>
  arranged.some(([name]) => name === what)
