import { queryOptions } from '@tanstack/react-query'
import { CATALOG_PATHS } from '../../../../contract/paths.ts'
import { type HistoryKind, parseSparklines } from '../../../../contract/tyre/history-answer.ts'
import { jsonBody, send } from '../../../data/client.ts'
import { httpErrorOf } from '../../../data/errors.ts'

export interface SparklinesRequest {
  /** keys of up to 100 tyres */
  keys: readonly string[]
  kind: HistoryKind
  /** '' for all cities */
  city: string
  /** last of the 30 days, YYYY-MM-DD */
  date: string
}

/**
 * Query for the medians of 30 days of a page's tyres. Enable it only if the server offers 'history' (specification
 * 14.3).
 */
export function sparklinesQuery(asked: SparklinesRequest) {
  return queryOptions({
    queryKey: ['sparklines', asked],
    queryFn: async ({ signal }) => {
      const response = await send(CATALOG_PATHS.sparklines, { method: 'POST', ...jsonBody(asked), signal })
      if (!response.ok) throw await httpErrorOf(response)
      return parseSparklines(await response.text())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
