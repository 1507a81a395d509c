import { queryOptions } from '@tanstack/react-query'
import { CATALOG_PATHS } from '../../../contract/paths.ts'
import { parseSearchAnswer } from '../../../contract/search/search-answer.ts'
import { readCompanion } from '../../data/companion-calls.ts'
import { recognized } from '../../data/recognized.ts'

/** Time in ms for which a result stays fresh; prices only change with an import. */
const FRESH_MS = 60_000

/** Query for the companion's search (specification 16.3). It is aborted when another text is typed. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => {
      const path = `${CATALOG_PATHS.search}?${new URLSearchParams({ q: text })}`
      const body = await readCompanion(path, signal)
      return recognized(() => parseSearchAnswer(body))
    },
    staleTime: FRESH_MS,
  })
