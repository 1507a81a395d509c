import { isIsoDate } from '../dates.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../filters.ts'
import { parseJsonObject } from './json-object.ts'
import { readStringList } from './string-list.ts'
import { firstMember, member } from './values.ts'

export interface FilterOptions {
  lists: Record<FilterName, string[]>
  /** Days that have prices, newest first. Only our own server tells them; [] otherwise. */
  dates: string[]
}

/** An array keeps its order: a server knows better than the alphabet that '9' comes before '10'. */
export function readFilterOptions(body: string): FilterOptions {
  const answer = parseJsonObject(body)
  const lists = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, readStringList(firstMember(answer, FILTERS[name].options))]),
  ) as Record<FilterName, string[]>
  return { lists, dates: readStringList(member(answer, 'dates')).filter(isIsoDate) }
}
