import { queryOptions } from '@tanstack/react-query'
import { filterNamesOf } from '../../../../contract/reports/filter-sets.ts'
import { FILTERS, type FilterName } from '../../../../contract/reports/filters.ts'
import { type EmptiedRun, type ListRequest, listPath } from '../../../data/report-queries.ts'
import { filterText } from '../../report-choice/choice-text.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import { type Culprits, findCulprits } from './find-culprits.ts'
import { hasRows } from './has-rows.ts'

/** Filters of a choice. */
type Chosen = Pick<ReportChoice, 'filters' | 'sets'>

/** Returns the choice's filters whose names are listed. */
export const onlyFilters = ({ filters, sets }: Chosen, names: readonly FilterName[]): Chosen => ({
  filters: picked(filters, names),
  sets: picked(sets, names),
})

const picked = <Values extends object>(values: Values, names: readonly FilterName[]): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => (names as readonly string[]).includes(name)),
  ) as Values

/**
 * Query for the chosen filters that together leave no rows; sends at most ten short list requests.
 * @param emptied the saved result set that the table was computed from; if given, it is read instead of sending
 * requests
 */
export const emptyReasonQuery = (request: ListRequest, emptied?: EmptiedRun) =>
  queryOptions({
    // The key is not one of the reports' keys, because those mark pages that a user waits for.
    queryKey: ['empty-reason', listPath(request, 1), emptied ?? null],
    queryFn: ({ signal }): Promise<Culprits<FilterName> | null> =>
      emptied
        ? findCulprits(emptied.filters, async (names) => leavesRows(emptied, names))
        : findCulprits(filterNamesOf(request), (names) =>
            hasRows({ ...request, ...onlyFilters(request, names) }, signal),
          ),
    retry: false,
  })

const leavesRows = ({ passed }: EmptiedRun, names: readonly FilterName[]): boolean =>
  passed.some((set) => names.every((name) => set.includes(name)))

const list = new Intl.ListFormat('ru-RU')

const named = (name: FilterName, chosen: Chosen): string => `«${filterText(name, chosen)}»`

/**
 * Returns a sentence that names the filters which together leave no rows.
 * @param culprits as returned by findCulprits
 */
export function culpritText(culprits: Culprits<FilterName>, chosen: Chosen): string {
  const [first, ...others] = culprits
  if (first === undefined) return 'За этот день здесь нет строк и без фильтров.'
  if (others.length === 0) return `Строк не остаётся из-за фильтра ${named(first, chosen)}.`
  return `Вместе не оставляют ни одной строки: ${list.format(culprits.map((name) => named(name, chosen)))}.`
}

/**
 * Returns a sentence per filter whose chosen values are not in its list of options.
 * @param names of these filters
 */
export function strangerText(names: readonly FilterName[], chosen: Chosen): string {
  const words = names.map((name) => {
    const values = wantedOf(name, chosen)
    return `В списке «${FILTERS[name].label}» нет ${values.length > 1 ? 'значений' : 'значения'} ${list.format(values.map((value) => `«${value}»`))}.`
  })
  return words.join(' ')
}

/** Returns the values of which a tyre must have one; [] for a filter that only excludes values. */
export function wantedOf(name: FilterName, { filters, sets }: Chosen): readonly string[] {
  const set = sets[name]
  if (set) return set.except ? [] : set.values
  return [filters[name] ?? '']
}
