import { bodyExcerpt, HttpError, messageOf } from '../../data/errors.ts'

/** Messages for failures of the table and of the filter options (specification 6.6 and 6.7). */

/**
 * Returns the message for a table that failed to load.
 * @returns null if the error is treated as 'no data'
 */
export function tableProblem(error: Error): string | null {
  if (!(error instanceof HttpError)) return messageOf(error)
  return error.status === 401 ? `Unauthorized: ${bodyExcerpt(error)}` : null
}

/**
 * Returns the message for filter options that failed to load. The prefix `what` names the failed request, unless the
 * error's own message is complete.
 */
export function optionsProblem(what: string, error: Error): string {
  if (error.name === 'SignInNeededError' || error.name === 'ReadError') return messageOf(error)
  if (error instanceof HttpError) return `${what}: ${error.status} ${bodyExcerpt(error)}`.trim()
  return `${what}: ${messageOf(error)}`
}
