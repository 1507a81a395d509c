import { queryOptions } from '@tanstack/react-query'
import { Freshness } from '../../contract/dashboard/freshness.ts'
import { PATHS } from '../../contract/paths.ts'
import { answerOf } from './companion-calls.ts'
import { receive } from './report-queries.ts'
import { questionKey } from './saved-answer.ts'

/** Time in ms for which the data stays fresh. Imports arrive a few times a day, most of them in one morning. */
const FRESH_MS = 60_000

/** Query for the days with prices by site. Enable it only if the server offers freshness (specification 10.25). */
export const freshnessQuery = queryOptions({
  queryKey: ['freshness'],
  queryFn: ({ signal }) => receive((response) => answerOf(Freshness, response), PATHS.freshness, { signal }),
  meta: { request: questionKey('GET', PATHS.freshness), savedFirst: true },
  staleTime: FRESH_MS,
})
