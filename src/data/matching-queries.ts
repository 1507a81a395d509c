import { queryOptions } from '@tanstack/react-query'
import { MATCHING_CALLS } from '../../contract/matching/matching-calls.ts'
import { failureText } from './companion-calls.ts'
import { HttpError } from './errors.ts'
import { call } from './send-call.ts'

/** Query for how far the sites' listings are matched. Enable it only if the server offers 'matching'. */
export const coverageQuery = queryOptions({
  queryKey: ['matching', 'coverage'],
  queryFn: ({ signal }) => call(MATCHING_CALLS.coverage, {}, signal),
})

/** Query for model lines that may be one. */
export const linesQuery = queryOptions({
  queryKey: ['matching', 'lines'],
  queryFn: async ({ signal }) => (await call(MATCHING_CALLS.lines, {}, signal)).lines,
})

/** Returns whether a decision needs a confirmation, because the tyre has another listing of the site. */
export const needsConfirmation = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && failureText(error).startsWith('На этой шине уже есть')
