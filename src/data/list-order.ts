import { GROUPS_COLUMN } from '../../contract/reports/row-groups.ts'

/** Sort and quick filters of a list (specification 10.26), as parameters of request and URL; [] for the server's. */
export type ListOrder = readonly (readonly [name: ArrangedName, value: string])[]

const ARRANGED_NAMES = ['sort', 'only', 'in', 'kind', 'competitors', 'fold'] as const
type ArrangedName = (typeof ARRANGED_NAMES)[number]

export const DEFAULT_ORDER: ListOrder = []

export const readListOrder = (query: URLSearchParams): ListOrder =>
  ARRANGED_NAMES.flatMap((name) => query.getAll(name).map((value) => [name, value] as const))

/** Returns whether the server sorts, or filters, the whole result set. */
export const arranges = (arranged: ListOrder, what: 'sort' | 'only'): boolean =>
  arranged.some(([name]) => name === what)

/** Value of `sort` for the groups of 'Рынок' and 'Список'. */
const BY_GROUP = `-${GROUPS_COLUMN}`

/** Returns whether the server sorts by group, which is the default of 'Рынок' and 'Список'. */
export const isByGroup = (arranged: ListOrder): boolean =>
  arranged.some(([name, value]) => name === 'sort' && value === BY_GROUP)

/** Returns whether the server leaves out rows of the result set: those of folded groups, or by quick filters. */
export const isNarrowed = (arranged: ListOrder): boolean =>
  arranged.some(([name]) => name === 'only' || name === 'fold')
