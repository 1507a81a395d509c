import { queryOptions } from '@tanstack/react-query'
import {
  readRecoveryCodes,
  readSecondFactorSetup,
  readSecurity,
  type SecondFactorSetup,
} from '../../../../contract/account/security.ts'
import { ACCOUNT_PATHS } from '../../../../contract/paths.ts'
import { callCompanion, readCompanion } from '../../../data/companion-calls.ts'

/** Calls of specification 11.2, 11.5 and 11.7. They throw what callCompanion throws, or a ReadError. */

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: async ({ signal }) => readSecurity(await readCompanion(ACCOUNT_PATHS.security, signal)),
})

export async function changePassword(current: string, password: string): Promise<void> {
  await callCompanion(ACCOUNT_PATHS.changePassword, { current, password })
}

/**
 * Ends sessions.
 * @param id of one session; without it, all but this one end
 */
export async function endSessions(id?: string): Promise<void> {
  await callCompanion(ACCOUNT_PATHS.endSessions, { id })
}

export async function beginSecondFactor(): Promise<SecondFactorSetup> {
  return readSecondFactorSetup(await callCompanion(ACCOUNT_PATHS.secondFactorBegin))
}

/**
 * Switches the second factor on.
 * @returns the recovery codes
 */
export async function enableSecondFactor(code: string): Promise<readonly string[]> {
  return readRecoveryCodes(await callCompanion(ACCOUNT_PATHS.secondFactorEnable, { code }))
}

/**
 * Issues new recovery codes.
 * @param code of the app, or one of the current recovery codes
 * @returns the new codes
 */
export async function renewRecoveryCodes(code: string): Promise<readonly string[]> {
  return readRecoveryCodes(await callCompanion(ACCOUNT_PATHS.recoveryCodes, { code }))
}

/**
 * Switches the second factor off.
 * @param code of the app, or a recovery code
 */
export async function disableSecondFactor(code: string): Promise<void> {
  await callCompanion(ACCOUNT_PATHS.secondFactorDisable, { code })
}
