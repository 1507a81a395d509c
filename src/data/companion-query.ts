import { queryOptions } from '@tanstack/react-query'
import { NOTHING_OFFERED, parseCompanion } from '../../contract/companion.ts'
import { ReadError } from '../../contract/legacy/lenient-json.ts'
import { PATHS } from '../../contract/paths.ts'
import { HttpError, isGatewayError } from './errors.ts'
import { receive } from './report-queries.ts'
import { questionKey } from './saved-answer.ts'

/** Query for a companion's features (specification 10.20); other backends offer nothing, no answer is a failure. */
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
