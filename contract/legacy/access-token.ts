import { isObject, member } from './values.ts'

/** Returns the token of a sign-in or refresh answer (specification 7.16); null if there is none. */
export function accessTokenOf(answer: unknown): string | null {
  const token = isObject(answer) ? member(answer, 'access_token') : null
  return typeof token === 'string' && token !== '' ? token : null
}
