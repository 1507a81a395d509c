import { queryOptions } from '@tanstack/react-query'
import { chosenNames, FILTERS, type FilterName, type FilterValues } from '../../../contract/filters.ts'
import { hasRows } from '../../api/has-rows.ts'
import { type EmptiedRun, type ListRequest, listPath } from '../../api/report-queries.ts'
import { type Culprits, findCulprits } from './find-culprits.ts'

/** Only the filters with these names. */
export const onlyFilters = (filters: FilterValues, names: readonly FilterName[]): FilterValues =>
  Object.fromEntries(names.map((name) => [name, filters[name]]))

/**
 * Determines which of the chosen filters leave no rows, by at most ten short list calls.
 * @param emptied the saved run that the table was made of, which answers instead of the server
 */
export const emptyReasonQuery = (request: ListRequest, emptied?: EmptiedRun) =>
  queryOptions({
    // Outside the reports' keys, because nobody waits for it.
    queryKey: ['empty-reason', listPath(request, 1), emptied ?? null],
    queryFn: ({ signal }): Promise<Culprits<FilterName> | null> =>
      emptied
        ? findCulprits(emptied.filters, async (names) => leavesRows(emptied, names))
        : findCulprits(chosenNames(request.filters), (names) =>
            hasRows({ ...request, filters: onlyFilters(request.filters, names) }, signal),
          ),
    retry: false,
  })

const leavesRows = ({ passed }: EmptiedRun, names: readonly FilterName[]): boolean =>
  passed.some((set) => names.every((name) => set.includes(name)))

const list = new Intl.ListFormat('ru-RU')

const named = (name: FilterName, filters: FilterValues): string =>
  `«${FILTERS[name].label}: ${filters[name]}»`

/** @param culprits as returned by findCulprits */
export function culpritWords(culprits: Culprits<FilterName>, filters: FilterValues): string {
  const [first, ...others] = culprits
  if (first === undefined) return 'За этот день здесь нет строк и без фильтров.'
  if (others.length === 0) return `Строк не остаётся из-за фильтра ${named(first, filters)}.`
  return `Вместе не оставляют ни одной строки: ${list.format(culprits.map((name) => named(name, filters)))}.`
}

/** @param names of filters whose values are not in their lists */
export function strangerWords(names: readonly FilterName[], filters: FilterValues): string {
  return names.map((name) => `В списке «${FILTERS[name].label}» нет значения «${filters[name]}».`).join(' ')
}
