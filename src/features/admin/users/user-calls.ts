import { queryOptions } from '@tanstack/react-query'
import type { Role } from '../../../../contract/account/new-user.ts'
import { type PasswordReset, readPasswordReset, readUsers } from '../../../../contract/account/users.ts'
import { ACCOUNT_PATHS } from '../../../../contract/paths.ts'
import { callCompanion, readCompanion } from '../../../data/companion-calls.ts'

/** Calls of specification 11.10 and 11.11. They throw what callCompanion throws, or a ReadError. */

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => readUsers(await readCompanion(ACCOUNT_PATHS.users, signal)),
  // Sessions begin and end without the administrator.
  refetchOnWindowFocus: 'always',
})

export type UserChange = 'disable' | 'enable' | 'end-sessions' | 'remove-second-factor'

const pathOf = (id: string, action: string): string =>
  `${ACCOUNT_PATHS.users}/${encodeURIComponent(id)}/${action}`

export async function changeUser(id: string, change: UserChange): Promise<void> {
  await callCompanion(pathOf(id, change))
}

export async function changeRole(id: string, role: Role): Promise<void> {
  await callCompanion(pathOf(id, 'role'), { role })
}

export async function makeResetLink(id: string): Promise<PasswordReset> {
  return readPasswordReset(await callCompanion(pathOf(id, 'reset')))
}
