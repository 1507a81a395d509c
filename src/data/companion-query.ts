import { queryOptions } from '@tanstack/react-query'
import { NOTHING_OFFERED, parseCompanion } from '../../contract/companion.ts'
import { ReadError } from '../../contract/legacy/lenient-json.ts'
import { PATHS } from '../../contract/paths.ts'
import { HttpError, isGatewayError } from './errors.ts'
import { receive } from './report-queries.ts'
import { questionKey } from './saved-answer.ts'

/**
 * Query for the features that only a companion server offers (specification 10.20), requested once, on first use. Any
 * other backend's answer means that nothing is offered. If the server does not answer, or a gateway answers instead,
 * the query fails and its data stays undefined.
 */
export const companionQuery = queryOptions({
  queryKey: ['companion'],
  queryFn: async ({ signal }) => {
    try {
      return await receive(async (response) => parseCompanion(await response.text()), PATHS.companion, {
        signal,
      })
    } catch (error) {
      if (isGatewayError(error)) throw error
      if (error instanceof HttpError || error instanceof ReadError) return NOTHING_OFFERED
      throw error
    }
  },
  meta: { request: questionKey('GET', PATHS.companion), savedFirst: true },
  staleTime: Number.POSITIVE_INFINITY,
})
