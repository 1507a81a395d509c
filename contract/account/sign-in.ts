import { isObject, member } from '../legacy/values.ts'

/**
 * What a companion's refusal asks for, as marks beside its `error`. No mark is ever sent to somebody without a second
 * factor at sign-in (specification 11.7).
 */
export interface RefusalMarks {
  /** at sign-in, with 401: the password is right, a code of the second factor is missing or wrong */
  second_factor?: true
  /** with 403: the last proof of the password is too old; prove it and repeat the call */
  confirm?: true
}

/** @returns whether the refusal of a sign-in asks for a code of the second factor */
export const asksForSecondFactor = (body: string): boolean => hasMark(body, 'second_factor')

/** @returns whether a refusal asks to prove the password again */
export const asksToConfirm = (body: string): boolean => hasMark(body, 'confirm')

function hasMark(body: string, mark: keyof RefusalMarks): boolean {
  try {
    const answer: unknown = JSON.parse(body)
    return isObject(answer) && member(answer, mark) === true
  } catch {
    return false
  }
}
