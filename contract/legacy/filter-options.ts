import { FILTER_NAMES, FILTERS, type FilterName } from '../reports/filters.ts'
import { parseJsonObject } from './json-object.ts'
import { priceDaysOf } from './price-days.ts'
import { readStringList } from './string-list.ts'
import { firstMember } from './values.ts'

export interface FilterOptions {
  lists: Record<FilterName, string[]>
  /** days with prices, as returned by priceDaysOf */
  dates: string[]
}

/** Reads the filter options in the order of the server, which sorts '9' before '10', unlike the alphabet. */
export function readFilterOptions(body: string): FilterOptions {
  const answer = parseJsonObject(body)
  const lists = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, readStringList(firstMember(answer, FILTERS[name].options))]),
  ) as Record<FilterName, string[]>
  return { lists, dates: priceDaysOf(answer) }
}
