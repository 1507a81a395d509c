import { isObject, member } from '../legacy/values.ts'

/**
 * Flags beside the `error` of the companion's refusal. A refused sign-in has a flag only if the user has a second
 * factor (specification 11.7).
 */
export interface RefusalMarks {
  /** with status 401 at sign-in: the password is right, but a code of the second factor is missing or wrong */
  second_factor?: true
  /** with status 403: the user entered the password too long ago and must enter it again before the call is repeated */
  confirm?: true
  /** with status 409 at a fetch: the key that an SFTP server shows instead of the known one */
  host_key?: string
}

/** Returns whether a sign-in was refused because a code of the second factor is missing or wrong. */
export const asksForSecondFactor = (body: string): boolean => hasMark(body, 'second_factor')

/** Returns whether a call was refused because the user must enter the password again. */
export const asksToConfirm = (body: string): boolean => hasMark(body, 'confirm')

function hasMark(body: string, mark: 'second_factor' | 'confirm'): boolean {
  try {
    const answer: unknown = JSON.parse(body)
    return isObject(answer) && member(answer, mark) === true
  } catch {
    return false
  }
}
