import type { RefusalMarks } from '../../contract/account/sign-in.ts'

/** Refusal of a request. Its message is displayed to the user. */
export class Refusal extends Error {
  override name = 'Refusal'
  /** status of the answer */
  readonly statusCode: number
  /** machine-readable properties of the response besides the message */
  readonly marks: RefusalMarks

  constructor(statusCode: number, message: string, marks: RefusalMarks = {}) {
    super(message)
    this.statusCode = statusCode
    this.marks = marks
  }
}
