import type { FoundTyre } from '../../../contract/search/search-answer.ts'
import type { RecentTyre } from '../../lib/preferences.ts'

/** Tyre in the list: a search result, or a tyre opened before (`found` is null). */
export interface Item extends RecentTyre {
  found: FoundTyre | null
}

export const itemOf = (found: FoundTyre): Item => ({
  key: found.key,
  brand: String(found.specs.brand ?? ''),
  name: String(found.specs.name ?? found.specs.article ?? ''),
  found,
})
