import type { RefusalMarks } from '../../contract/account/sign-in.ts'

interface RefusalOptions extends ErrorOptions {
  /** value of the header Retry-After in seconds */
  retryAfter?: number
}

/** Refusal of a request. Its message is displayed to the user. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly statusCode: number
  /** machine-readable properties of the response besides the message */
  readonly marks: RefusalMarks
  readonly retryAfter: number | undefined

  constructor(
    statusCode: number,
    message: string,
    marks: RefusalMarks = {},
    { retryAfter, ...options }: RefusalOptions = {},
  ) {
    super(message, options)
    this.statusCode = statusCode
    this.marks = marks
    this.retryAfter = retryAfter
  }
}

/** Returns a temporary refusal. The message and the header Retry-After tell when to try again. */
export function tryLater(message: string, waitMs: number, marks: RefusalMarks = {}): Refusal {
  const retryAfter = Math.ceil(waitMs / 1_000)
  const wait = retryAfter < 90 ? `${retryAfter} с` : `${Math.ceil(retryAfter / 60)} мин`
  return new Refusal(429, `${message}, повторите через ${wait}`, marks, { retryAfter })
}
