import { queryOptions } from '@tanstack/react-query'
import type { Role } from '../../../../contract/account/new-user.ts'
import { PasswordReset, UsersAnswer } from '../../../../contract/account/users.ts'
import { ACCOUNT_PATHS } from '../../../../contract/paths.ts'
import { changeOnCompanion, getFromCompanion, postToCompanion } from '../../../data/companion-calls.ts'

/** Requests of specification 11.10 and 11.11. They throw errors of postToCompanion. */

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await getFromCompanion(UsersAnswer, ACCOUNT_PATHS.users, signal)).users,
  // Refetched on focus, because sessions begin and end independently of the administrator.
  refetchOnWindowFocus: 'always',
})

export type UserChange = 'disable' | 'enable' | 'end-sessions' | 'remove-second-factor'

const pathOf = (id: string, action: string): string =>
  `${ACCOUNT_PATHS.users}/${encodeURIComponent(id)}/${action}`

export async function changeUser(id: string, change: UserChange): Promise<void> {
  await changeOnCompanion(pathOf(id, change))
}

export async function changeRole(id: string, role: Role): Promise<void> {
  await changeOnCompanion(pathOf(id, 'role'), { role })
}

export async function makeResetLink(id: string): Promise<PasswordReset> {
  return postToCompanion(PasswordReset, pathOf(id, 'reset'))
}
