/**
 * Sort order and quick filters that a companion server applies to a list (specification 10.26), as parameters of the
 * call in a fixed order; the address of a report has them under the same names. Empty if the server does neither.
 */
export type ListOrder = readonly (readonly [name: ArrangedName, value: string])[]

const ARRANGED_NAMES = ['sort', 'only', 'in', 'kind'] as const
type ArrangedName = (typeof ARRANGED_NAMES)[number]

export const DEFAULT_ORDER: ListOrder = []

export const readListOrder = (query: URLSearchParams): ListOrder =>
  ARRANGED_NAMES.flatMap((name) => query.getAll(name).map((value) => [name, value] as const))

/** Returns whether the whole selection is sorted, or filtered. */
export const arranges = (arranged: ListOrder, what: 'sort' | 'only'): boolean =>
  arranged.some(([name]) => name === what)
