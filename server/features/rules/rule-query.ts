import { exceptName, type FilterSet, MAX_VALUES, valuesIn } from '../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../../../contract/reports/filters.ts'
import { cutQuery } from '../../../contract/search/cut-query.ts'
import type { Filters } from '../../prices/filter-fit.ts'
import { RuleRefusal } from './watch-rule.ts'

/**
 * Returns filters and search of a report's query; other parameters, such as the sort order, are ignored.
 * @throws RuleRefusal for a filter with too many values
 */
export function ruleQuery(query: string): { filters: Filters; search: string } {
  const parameters = new URLSearchParams(query)
  const filters: Partial<Record<FilterName, FilterSet>> = {}
  for (const name of FILTER_NAMES) {
    const wanted = valuesIn(parameters, name)
    const values = wanted.length > 0 ? wanted : valuesIn(parameters, exceptName(name))
    if (values.length > MAX_VALUES)
      throw new RuleRefusal(400, `В фильтре «${FILTERS[name].label}» больше ${MAX_VALUES} значений.`)
    if (values.length > 0) filters[name] = { values: values.sort(), except: wanted.length === 0 }
  }
  return { filters, search: cutQuery(parameters.get('q') ?? '').trim() }
}
