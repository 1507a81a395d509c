import { exceptName, type FilterSet, MAX_VALUES, valuesIn } from '../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../../../contract/reports/filters.ts'
import { cutQuery } from '../../../contract/search/cut-query.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Filters } from '../../prices/filter-fit.ts'

/**
 * Returns filters and search of a report's query; other parameters, such as the sort order, are ignored.
 * @throws Refusal for a filter with too many values
 */
export function ruleQuery(query: string): { filters: Filters; search: string } {
  const parameters = new URLSearchParams(query)
  const filters: Partial<Record<FilterName, FilterSet>> = {}
  for (const name of FILTER_NAMES) {
    const wanted = valuesIn(parameters, name)
    const values = wanted.length > 0 ? wanted : valuesIn(parameters, exceptName(name))
    if (values.length > MAX_VALUES)
      throw new Refusal(400, `В фильтре «${FILTERS[name].label}» больше ${MAX_VALUES} значений.`)
    if (values.length > 0) filters[name] = { values: values.sort(), except: wanted.length === 0 }
  }
  return { filters, search: cutQuery(parameters.get('q') ?? '').trim() }
}
