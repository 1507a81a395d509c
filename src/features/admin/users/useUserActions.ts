import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedUser, PasswordReset } from '../../../../contract/account/users.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { useCall } from '../../cabinet/useCall.ts'
import type { UserAction } from './user-actions.ts'
import { usersQuery } from './user-calls.ts'

/** Action on a user that awaits confirmation. */
export interface AskedAction {
  user: ListedUser
  action: UserAction
}

/** Performs actions on users: confirms those that take something away, and reports the result. */
export function useUserActions() {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const [link, setLink] = useState<PasswordReset | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const { busy, problem, run, dismiss } = useCall(async ({ user, action }: AskedAction) => {
    const made = await action.call(user)
    if (made) return setLink(made)
    setAsked(null)
    setDone(`${action.done}: ${user.username}.`)
  })

  const apply = async (one: AskedAction) => {
    await run(one)
    // Reloads even after a refusal, because the displayed list may be out of date. The own role decides what is
    // offered.
    await queries.invalidateQueries({ queryKey: usersQuery.queryKey })
    if (one.user.self) await queries.invalidateQueries({ queryKey: companionQuery.queryKey })
  }

  return {
    busy,
    problem,
    done,
    /** action that awaits confirmation, or whose link is displayed */
    asked,
    link,
    dismiss() {
      dismiss()
      setDone(null)
    },
    choose(user: ListedUser, action: UserAction) {
      dismiss()
      setDone(null)
      setLink(null)
      if (action.question) setAsked({ user, action })
      else void apply({ user, action })
    },
    close() {
      dismiss()
      setAsked(null)
    },
    async agree() {
      if (asked) await apply(asked)
    },
  }
}
