import { bodyExcerpt, HttpError, messageOf } from '../../data/errors.ts'

/** Texts for failures of the table and the options (specification 6.6 and 6.7). */

/** Returns the message for a failed table. @returns null if the failure means that there is no data */
export function tableProblem(error: Error): string | null {
  if (!(error instanceof HttpError)) return messageOf(error)
  return error.status === 401 ? `Unauthorized: ${bodyExcerpt(error)}` : null
}

/** Failures with a complete text are reported as they are; others are described by what was being loaded. */
export function optionsProblem(what: string, error: Error): string {
  if (error.name === 'NoTokenError' || error.name === 'ReadError') return messageOf(error)
  if (error instanceof HttpError) return `${what}: ${error.status} ${bodyExcerpt(error)}`.trim()
  return `${what}: ${messageOf(error)}`
}
