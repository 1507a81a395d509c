import { isObject, member } from '../legacy/values.ts'

/**
 * Machine-readable marks beside the `error` of a companion's refusal. At sign-in, no mark is sent to a user without a
 * second factor (specification 11.7).
 */
export interface RefusalMarks {
  /** at sign-in, with 401: the password is right, but a code of the second factor is missing or wrong */
  second_factor?: true
  /** with 403: the last proof of the password is too old; prove it and repeat the call */
  confirm?: true
}

/** Returns whether the refusal of a sign-in requires a code of the second factor. */
export const asksForSecondFactor = (body: string): boolean => hasMark(body, 'second_factor')

/** Returns whether a refusal requires a new proof of the password. */
export const asksToConfirm = (body: string): boolean => hasMark(body, 'confirm')

function hasMark(body: string, mark: keyof RefusalMarks): boolean {
  try {
    const answer: unknown = JSON.parse(body)
    return isObject(answer) && member(answer, mark) === true
  } catch {
    return false
  }
}
