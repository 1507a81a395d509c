import { queryOptions } from '@tanstack/react-query'
import { Today } from '../../../contract/dashboard/today.ts'
import { PATHS } from '../../../contract/paths.ts'
import { answerOf } from '../../data/companion-calls.ts'
import { receive } from '../../data/report-queries.ts'
import { questionKey } from '../../data/saved-answer.ts'

/** Time in ms for which the summary stays fresh. Imports arrive a few times a day, most of them in one morning. */
const FRESH_MS = 60_000

/** Query for the summary of the last day; enable it only if the server offers 'today' (specification 2.15). */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => receive((response) => answerOf(Today, response), PATHS.today, { signal }),
  meta: { request: questionKey('GET', PATHS.today), savedFirst: true },
  staleTime: FRESH_MS,
})
