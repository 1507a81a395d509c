import { queryOptions } from '@tanstack/react-query'
import {
  EndedAnswer,
  RecoveryCodes,
  SecondFactorSetup,
  Security,
} from '../../../../contract/account/security.ts'
import { ACCOUNT_PATHS } from '../../../../contract/paths.ts'
import { changeOnCompanion, getFromCompanion, postToCompanion } from '../../../data/companion-calls.ts'

/** Requests of specification 11.2, 11.5 and 11.7. They throw errors of postToCompanion. */

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => getFromCompanion(Security, ACCOUNT_PATHS.security, signal),
})

export async function changePassword(current: string, password: string): Promise<void> {
  await changeOnCompanion(ACCOUNT_PATHS.changePassword, { current, password })
}

/**
 * Ends sessions.
 * @param id of the session to end; without it, all sessions except the current one end
 */
export async function endSessions(id?: string): Promise<void> {
  await postToCompanion(EndedAnswer, ACCOUNT_PATHS.endSessions, { id })
}

export async function beginSecondFactor(): Promise<SecondFactorSetup> {
  return postToCompanion(SecondFactorSetup, ACCOUNT_PATHS.secondFactorBegin)
}

/**
 * Enables the second factor.
 * @returns the recovery codes
 */
export async function enableSecondFactor(code: string): Promise<readonly string[]> {
  return (await postToCompanion(RecoveryCodes, ACCOUNT_PATHS.secondFactorEnable, { code })).recovery_codes
}

/**
 * Creates new recovery codes.
 * @param code from the authenticator app, or one of the current recovery codes
 * @returns the new codes
 */
export async function renewRecoveryCodes(code: string): Promise<readonly string[]> {
  return (await postToCompanion(RecoveryCodes, ACCOUNT_PATHS.recoveryCodes, { code })).recovery_codes
}

/**
 * Disables the second factor.
 * @param code from the authenticator app, or a recovery code
 */
export async function disableSecondFactor(code: string): Promise<void> {
  await changeOnCompanion(ACCOUNT_PATHS.secondFactorDisable, { code })
}
